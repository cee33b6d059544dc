// Steps of neural networks.
#include <fuse/sorting.hpp>
#include <fuse/special.hpp>

#include "practice.hpp"

// bf16: residual, RMS norm with a weight, then SwiGLU of a projection's two halves.
struct swiglu_rms {
  cp::ndarray<cp::bfloat16, 2> x, res, gu, h, y, s;
  cp::ndarray<cp::bfloat16, 1> gamma;
  swiglu_rms() {
    std::int64_t n = sc(8192), d = 4096;
    x = cp::astype<cp::bfloat16>(uniform({n, d}, 1, -1, 1));
    res = cp::astype<cp::bfloat16>(uniform({n, d}, 2, -1, 1));
    gamma = cp::astype<cp::bfloat16>(uniform1(d, 3, 0.5f, 1.5f));
    gu = cp::astype<cp::bfloat16>(uniform({n, 2 * d}, 4, -4, 4));
  }
  void step() {
    auto const norm = cp::fuse([](auto x, auto res, auto gamma) {
      auto h = cp::astype<float>(x + res);
      auto scale = cp::rsqrt(cp::mean(h * h, cp::axis<-1>, cp::keepdims) + 1e-6f);
      return std::tuple(x + res, cp::astype<cp::bfloat16>(h * scale * cp::astype<float>(gamma)));
    });
    std::tie(h, y) = norm(x, res, gamma);
    std::int64_t d = gu.shape(1) / 2;
    auto g = cp::astype<float>(gu(cp::all, cp::slice(0, d)));
    auto u = cp::astype<float>(gu(cp::all, cp::slice(d, cp::end)));
    s = cp::astype<cp::bfloat16>(g * cp::special::expit(g) * u);
  }
  void values(report& r) { r(h), r(y), r(s); }
};
WORKLOAD(swiglu_rms);

// Rotary embedding of fp16 queries (batch, time, heads, 64), halves rotated.
struct rope {
  cp::ndarray<cp::float16, 4> q, out;
  cp::ndarray<float, 2> c, s;
  rope() {
    std::int64_t t = sc(2048);
    q = cp::astype<cp::float16>(uniform({4, t, 32, 64}, 1, -1, 1));
    auto angle =
        cp::eval(cp::arange<float>(t)(cp::all, cp::newaxis) * cp::power(10000.0f, -cp::arange<float>(32) / 32));
    c = cp::cos(angle), s = cp::sin(angle);
  }
  void step() {
    auto x1 = cp::astype<float>(q(cp::ellipsis, cp::slice(0, 32)));
    auto x2 = cp::astype<float>(q(cp::ellipsis, cp::slice(32, cp::end)));
    auto cb = c(cp::all, cp::newaxis), sb = s(cp::all, cp::newaxis);
    out = cp::astype<cp::float16>(cp::concatenate(x1 * cb - x2 * sb, x2 * cb + x1 * sb, cp::axis<-1>));
  }
  void values(report& r) { r(out); }
};
WORKLOAD(rope);

// Mean cross entropy of fp16 logits and integer labels, and accuracy.
struct cross_entropy {
  cp::ndarray<cp::float16, 2> logits;
  cp::ndarray<std::int32_t, 1> labels;
  cp::ndarray<float, 0> loss;
  cp::ndarray<double, 0> hit;
  cross_entropy() {
    logits = cp::astype<cp::float16>(uniform({sc(8192), 32003}, 1, -8, 8));
    labels = integers1(sc(8192), 2, 32003);
  }
  void step() {
    auto x = cp::astype<float>(logits);
    auto picked = cp::take_along_axis(logits, labels(cp::all, cp::newaxis), 1);
    loss = cp::mean(cp::logsumexp(x, cp::axis<1>) - cp::astype<float>(picked(cp::all, 0)));
    hit = cp::mean(cp::argmax(logits, cp::axis<1>) == labels);
  }
  void values(report& r) { r(loss), r(hit); }
};
WORKLOAD(cross_entropy);

// Batch norm over (0, 2, 3) with ReLU.
struct batchnorm {
  cp::ndarray<float, 4> x, y;
  cp::ndarray<float, 1> g, b;
  batchnorm() {
    x = uniform({sc(64), 128, 56, 56}, 1, -1, 3);
    g = uniform1(128, 2), b = uniform1(128, 3);
  }
  void step() {
    auto const axes = cp::axis<0, 2, 3>;
    auto col = [](auto const& v) { return v(cp::newaxis, cp::all, cp::newaxis, cp::newaxis); };
    auto m = cp::mean(x, axes, cp::keepdims);
    auto v = cp::var(x, axes, cp::keepdims);
    y = cp::relu((x - m) * cp::rsqrt(v + 1e-5f) * col(g) + col(b));
  }
  void values(report& r) { r(y); }
};
WORKLOAD(batchnorm);

// Causal attention, 64 heads of 1024 x 64, fp16.
struct attention {
  cp::ndarray<cp::float16, 3> q, k, v, out;
  attention() {
    std::int64_t t = sc(1024);
    q = cp::astype<cp::float16>(uniform({64, t, 64}, 1, -2, 2));
    k = cp::astype<cp::float16>(uniform({64, t, 64}, 2, -2, 2));
    v = cp::astype<cp::float16>(uniform({64, t, 64}, 3, -1, 1));
  }
  void step() {
    std::int64_t t = q.shape(1);
    auto causal = cp::index<0>({t, t}) >= cp::index<1>({t, t});
    auto s = cp::where(causal, cp::astype<float>(cp::matmul(q, k.mT())) * 0.125f, -cp::inf);
    auto p = cp::eval(cp::astype<cp::float16>(cp::special::softmax(s, -1)));
    out = cp::matmul(p, v);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(attention);

// The same without an array between: one statement.
struct attention_in_one : attention {
  void step() {
    std::int64_t t = q.shape(1);
    auto causal = cp::index<0>({t, t}) >= cp::index<1>({t, t});
    auto s = cp::where(causal, cp::astype<float>(cp::matmul(q, k.mT())) * 0.125f, -cp::inf);
    out = cp::matmul(cp::astype<cp::float16>(cp::special::softmax(s, -1)), v);
  }
};
WORKLOAD(attention_in_one);

// Softmax of rows, the eight largest probabilities and their places.
struct topk {
  cp::ndarray<float, 2> x, p8;
  cp::ndarray<std::int64_t, 2> i8;
  topk() { x = uniform({sc(8192), 4096}, 1, -4, 4); }
  void step() {
    auto p = cp::eval(cp::special::softmax(x, 1));
    auto order = cp::argsort(-p, 1);
    i8 = order(cp::all, cp::slice(0, 8)).copy();
    p8 = cp::take_along_axis(p, i8, 1);
  }
  void values(report& r) { r(p8), r(i8); }
};
WORKLOAD(topk);
