// The free blocks of a pool: lists by size class, and neighbours that become one block.
#include <utility>

#include "pool.hpp"

namespace cp::runtime {

namespace {

bool joins_upper(block const& b) { return b.upper != nullptr && b.upper->free && b.upper->key == b.key; }

/// False where there is no memory for it.
bool take_uses(block& to, block& from) {
  if (from.uses.empty()) return true;
  try {
    to.uses.reserve(to.uses.size() + from.uses.size());
  } catch (std::bad_alloc const&) {
    return false;
  }
  for (block_use& u : from.uses) to.uses.push_back(std::move(u));
  return true;
}

}  // namespace

int free_lists::class_of(std::int64_t room) {
  auto const units = static_cast<std::uint64_t>(room / block_unit);
  int const top = 63 - __builtin_clzll(units | 1);
  return top < 2 ? static_cast<int>(units) : 4 * (top - 1) + static_cast<int>(units >> (top - 2) & 3);
}

void free_lists::push(block* b) {
  insert(b);
  if (b->fresh) return;
  b->fresh = true;
  b->fresher = nullptr;
  b->less_fresh = fresh_;
  if (fresh_ != nullptr) fresh_->fresher = b;
  fresh_ = b;
}

void free_lists::forget(block* b) {
  if (!b->fresh) return;
  b->fresh = false;
  (b->fresher != nullptr ? b->fresher->less_fresh : fresh_) = b->less_fresh;
  if (b->less_fresh != nullptr) b->less_fresh->fresher = b->fresher;
}

void free_lists::forget_all() {
  while (fresh_ != nullptr) forget(fresh_);
}

void free_lists::insert(block* b) {
  int const c = class_of(b->room);
  b->previous = nullptr;
  b->next = heads_[c];
  if (b->next != nullptr) b->next->previous = b;
  heads_[c] = b;
  used_[c / 64] |= std::uint64_t{1} << (c % 64);
}

void free_lists::remove(block* b) {
  int const c = class_of(b->room);
  (b->previous != nullptr ? b->previous->next : heads_[c]) = b->next;
  if (b->next != nullptr) b->next->previous = b->previous;
  if (heads_[c] == nullptr) used_[c / 64] &= ~(std::uint64_t{1} << (c % 64));
}

block* free_lists::take(std::int64_t room, std::int64_t largest, std::int64_t looks) {
  int const own = class_of(room);
  block* best = nullptr;
  for (block* b = heads_[own]; b != nullptr && looks > 0; b = b->next, --looks) {
    if (b->room == room) {
      best = b;
      break;
    }
    if (b->room > room && (best == nullptr || b->room < best->room)) best = b;
  }
  for (int word = (own + 1) / 64; best == nullptr && word < classes / 64; ++word) {
    std::uint64_t bits = used_[word];
    if (word == (own + 1) / 64) bits &= ~std::uint64_t{0} << ((own + 1) % 64);
    if (bits != 0) best = heads_[64 * word + __builtin_ctzll(bits)];
  }
  if (best == nullptr || best->room > largest) return nullptr;
  remove(best);
  return best;
}

block* free_lists::any() const {
  for (int word = 0; word < classes / 64; ++word)
    if (used_[word] != 0) return heads_[64 * word + __builtin_ctzll(used_[word])];
  return nullptr;
}

bool free_lists::merge() {
  bool merged = false;
  while (block* b = fresh_) {
    forget(b);
    if (!b->free) continue;  // handed out again meanwhile
    while (b->lower != nullptr && b->lower->free && b->lower->key == b->key) b = b->lower;
    if (!joins_upper(*b) || !take_uses(*b, *b->upper)) continue;
    merged = true;
    remove(b);
    do {
      block* const u = b->upper;
      remove(u);
      forget(u);
      b->room += u->room;
      b->upper = u->upper;
      if (b->upper != nullptr) b->upper->lower = b;
      delete u;
    } while (joins_upper(*b) && take_uses(*b, *b->upper));
    insert(b);
  }
  return merged;
}

}  // namespace cp::runtime
