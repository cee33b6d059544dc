// Random changes of good files, the same in every run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace fuzz {

/// Random numbers, and edits by them.
class mutations {
 public:
  /// `words` are what files of this kind are made of.
  explicit mutations(std::vector<std::string> words) : words_(std::move(words)) {}

  /// A number below n.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_()) % n; }

  /// Changes something at a place.
  void edit(std::string& s, std::size_t at) {
    std::string const& word = words_[below(words_.size())];
    switch (below(7)) {
      case 0:
        s[at] = static_cast<char>(below(256));
        break;
      case 1:
        s[at] = static_cast<char>(s[at] ^ (1 << below(8)));
        break;
      case 2:
        s.erase(at, 1 + below(8));
        break;
      case 3:
        s.insert(at, word);
        break;
      case 4:
        s.insert(at, s.substr(below(s.size()), 1 + below(16)));
        break;
      case 5:
        s.replace(at, std::min(word.size(), s.size() - at), word);
        break;
      default:
        s.resize(at);
        break;
    }
  }

 private:
  std::vector<std::string> words_;
  std::mt19937 random_{1};
};

}  // namespace fuzz
