// How kernels run: maps, reductions, scans, histograms and copies.

FN double now_in_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// How much longer a kernel takes than the program says. Nobody knows before its first run, which is shared.
FN double slowness(struct worker *w, struct cost cost) {
  if (cost.measured == 0) return 1;
  double known = w->shared->measured[cost.measured - 1];
  return known > 0 ? known : (double)INFINITY;
}

FN void measure(struct worker *w, struct cost cost, int64_t total, double start) {
  double said = (double)greatest(total, 0) * cost.cycles;
  if (said > 0) {
    double cycles = (now_in_nanoseconds() - start) * (w->divided ? w->shared->threads : 1) * CYCLES_PER_NANOSECOND;
    w->shared->measured[cost.measured - 1] = cycles / said;
  }
}

// ----- maps -----

struct map {
  kernel *run;
  const void *environment;
  int64_t total, count, whole;
};

FN int run_map_piece(struct worker *w, void *data, int64_t k) {
  const struct map *map = data;
  int64_t low = piece_start(map->total, map->count, k, map->whole);
  int64_t high = piece_start(map->total, map->count, k + 1, map->whole);
  return map->run(w, map->environment, low, high);
}

// Runs a kernel on all of `0..total`, in any order. It runs `whole` indices at once.
APART UNUSED static int parallel(struct worker *w, kernel *run, const void *environment, int64_t total, int64_t whole, struct cost cost) {
  w->divided = false;
  if (w->shared->threads == 1) return run(w, environment, 0, total);
  double said = (double)greatest(total, 0) * cost.cycles;
  if (cost.measured == 0 && said < WORTH) return run(w, environment, 0, total);
  double work = said * slowness(w, cost);
  int64_t groups = greatest(total, 0) / whole + (total > 0 && total % whole != 0);
  struct map map = {run, environment, total, 0, whole};
  map.count = pieces_of(w->shared->threads, cost, groups, PIECES_PER_THREAD, work);
  double start = cost.measured == 0 ? 0 : now_in_nanoseconds();
  int status = map.count == 1 ? run(w, environment, 0, total) : run_pieces(w, map.count, run_map_piece, &map);
  if (cost.measured != 0) measure(w, cost, total, start);
  return status;
}

// ----- reductions -----

struct reduction {
  // Reduces a range from the neutral element.
  state_kernel *chunk;
  combination *combine;
  const void *environment;
  int64_t total;
  struct cost cost;
  struct order order;
  // The words of the result, and their number.
  uint64_t *result;
  int width;
  // Whether the operator may fail. Then a run in order finds the first failure.
  bool may_fail;
  int64_t count;
  uint64_t *partial;
};

enum { REDUCE_PIECES = 64 };

FN int run_reduction_piece(struct worker *w, void *data, int64_t k) {
  const struct reduction *r = data;
  int64_t low = piece_start(r->total, r->count, k, 1), high = piece_start(r->total, r->count, k + 1, 1);
  return r->chunk(w, r->environment, low, high, r->partial + k * r->width);
}

// Reduces pieces of `0..total`, and combines their results in order.
APART UNUSED static int reduce(struct worker *w, struct reduction *r) {
  w->divided = false;
  double work = (double)greatest(r->total, 0) * r->cost.cycles * slowness(w, r->cost);
  bool shared = w->shared->threads > 1 && work >= WORTH;
  r->count = r->order.matters || shared ? pieces(r->order, r->total, REDUCE_PIECES) : 1;
  double start = r->cost.measured == 0 ? 0 : now_in_nanoseconds();
  int status;
  if (r->count == 1 || r->cost.cycles == UNDIVIDED) {
    status = r->chunk(w, r->environment, 0, r->total, r->result);
    if (r->cost.measured != 0) measure(w, r->cost, r->total, start);
    return status;
  }
  r->partial = malloc((size_t)r->count * (size_t)greatest(r->width, 1) * sizeof *r->partial);
  if (r->partial == NULL) return fail_for(w, NO_MEMORY, r->count * r->width * 8);
  status = run_if_shared(shared, w, r->count, run_reduction_piece, r);
  if (r->cost.measured != 0) measure(w, r->cost, r->total, start);
  if (status == OK) {
    memcpy(r->result, r->partial, (size_t)r->width * sizeof *r->result);
    for (int64_t k = 1; k < r->count && status == OK; k++) {
      status = r->combine(w, r->environment, r->result, r->partial + k * r->width);
    }
  }
  free(r->partial);
  if (status != OK && r->may_fail && !IS_OVER(w)) {
    w->failure.kind = NO_FAILURE;
    return r->chunk(w, r->environment, 0, r->total, r->result);
  }
  return status;
}

// ----- scans -----

struct prefixes {
  // Scans a range. The state has the carry of all indices before the range; afterwards it has the carry after the
  // range, followed by the totals of the range.
  state_kernel *scan;
  // The same for a thread that scans alone, if the order matters and there are no totals, or null: the carry afterwards
  // is the one before combined with what the range reduces to, as for several threads.
  state_kernel *alone;
  // Reduces a range from the neutral element.
  state_kernel *chunk;
  combination *combine, *join;
  const void *environment;
  int64_t total;
  struct cost cost;
  struct order order;
  // The neutral element, followed by room for the totals, and their words.
  uint64_t *state;
  int width, extra;
  // What follows is for the rounds: the number of all pieces, the first one of the round, how many pieces run now and
  // at which of them the threads begin, what is run on the first of them and on the others, and the state of each.
  int64_t count, first, now, turn;
  bool shared, has_totals;
  state_kernel *on_first, *on_others;
  uint64_t *states, *carry, *totals, *here;
};

enum { SCAN_PIECES = 1 << 16, PIECES_PER_ROUND = 8, LONGER_PIECES = 8, ROUND = 1 << 19 };

FN int run_scan_piece(struct worker *w, void *data, int64_t k) {
  const struct prefixes *p = data;
  k = (k + p->turn) % p->now;
  int64_t low = piece_start(p->total, p->count, p->first + k, 1), high = piece_start(p->total, p->count, p->first + k + 1, 1);
  state_kernel *run = k == 0 ? p->on_first : p->on_others;
  return run(w, p->environment, low, high, p->states + k * (p->width + p->extra));
}

FN int add_totals(struct worker *w, struct prefixes *p, const uint64_t *state) {
  if (p->has_totals) return p->join(w, p->environment, p->totals, state + p->width);
  memcpy(p->totals, state + p->width, (size_t)p->extra * sizeof *state);
  p->has_totals = true;
  return OK;
}

// Scans all pieces from the first one of this round on in order.
FN int scan_rest(struct worker *w, struct prefixes *p) {
  memcpy(p->states, p->carry, (size_t)p->width * sizeof *p->carry);
  int64_t low = piece_start(p->total, p->count, p->first, 1);
  int status = p->scan(w, p->environment, low, p->total, p->states);
  return status == OK ? add_totals(w, p, p->states) : status;
}

// Runs the pieces of a round, `from` the first of them. The threads begin at piece `turn` of these. If that is not the
// first, and pieces fail, the failure may be that of any of them.
FN int scan_pieces(struct worker *w, struct prefixes *p, int64_t from, int64_t count, int64_t turn) {
  struct prefixes part = *p;
  part.first += from;
  part.now = count;
  part.turn = turn;
  part.states += from * (p->width + p->extra);
  if (from > 0) part.on_first = part.on_others;
  return run_if_shared(p->shared, w, count, run_scan_piece, &part);
}

// Replaces the results of pieces by the carries into them. `kept`: the number of the first piece that has its carry.
FN int carry_on(struct worker *w, struct prefixes *p, int64_t from, int64_t to, uint64_t *carry) {
  size_t bytes = (size_t)p->width * sizeof *carry;
  for (int64_t k = from; k < to; k++) {
    uint64_t *state = p->states + k * (p->width + p->extra);
    memcpy(p->here, state, bytes);
    memcpy(state, carry, bytes);
    if (p->combine(w, p->environment, carry, p->here) != OK) return FAILED;
  }
  return OK;
}

// A round. If the order does not matter, one thread scans the first piece at once, and nobody reduces the last one.
// `again` is set if reducing has failed: operands were combined that a scan in order may not need.
FN int scan_round(struct worker *w, struct prefixes *p, int64_t count, bool *again) {
  int row = p->width + p->extra;
  size_t bytes = (size_t)p->width * sizeof *p->carry;
  *again = true;
  if (p->order.matters) {
    uint64_t *carry = p->states + count * row;
    memcpy(carry, p->carry, bytes);
    p->on_first = p->on_others = p->chunk;
    if (scan_pieces(w, p, 0, count, 0) != OK || carry_on(w, p, 0, count, carry) != OK) return FAILED;
    memcpy(p->carry, carry, bytes);
    *again = false;
    p->on_first = p->on_others = p->scan;
    if (scan_pieces(w, p, 0, count, 0) != OK) return FAILED;
  } else {
    int64_t before = greatest(count - 1, 1);
    uint64_t *carry = p->states + count * row;
    memcpy(p->states, p->carry, bytes);
    p->on_first = p->scan;
    p->on_others = p->chunk;
    // Each thread reduces the piece that it will scan: the first has the second piece, and the last the first.
    if (scan_pieces(w, p, 0, before, 1) != OK) return FAILED;
    memcpy(carry, p->states, bytes);
    if (carry_on(w, p, 1, before, carry) != OK) return FAILED;
    *again = false;
    if (count > 1) {
      memcpy(p->states + (count - 1) * row, carry, bytes);
      p->on_others = p->scan;
      if (scan_pieces(w, p, 1, count - 1, 0) != OK) return FAILED;
    }
    memcpy(p->carry, p->states + (count - 1) * row, bytes);
  }
  for (int64_t k = 0; k < count; k++) {
    if (add_totals(w, p, p->states + k * row) != OK) return FAILED;
  }
  return OK;
}

FN int scan_rounds(struct worker *w, struct prefixes *p, int64_t step) {
  for (; p->first < p->count; p->first += step) {
    bool again;
    if (scan_round(w, p, least(step, p->count - p->first), &again) == OK) continue;
    if (!again || IS_OVER(w)) return FAILED;
    w->failure.kind = NO_FAILURE;
    return scan_rest(w, p);
  }
  return OK;
}

// Scans `0..total`, in rounds: the threads reduce pieces, then the carry into each of them is known, and the threads
// scan the pieces, which are still in their caches.
APART UNUSED static int scan(struct worker *w, struct prefixes *p) {
  w->divided = false;
  int threads = w->shared->threads;
  double work = (double)greatest(p->total, 0) * p->cost.cycles;
  p->shared = threads > 1 && work >= WORTH;
  p->count = pieces(p->order, p->order.matters ? p->total : p->total / LONGER_PIECES, SCAN_PIECES);
  // In a round, threads wait for each other twice.
  int64_t most_rounds = work / ROUND > SCAN_PIECES ? SCAN_PIECES : greatest((int64_t)(work / ROUND), 1);
  if (!p->order.matters) p->count = least(p->count, most_rounds * (threads + 1));
  if (p->count == 1 || p->cost.cycles == UNDIVIDED || (!p->order.matters && !p->shared)) {
    return p->scan(w, p->environment, 0, p->total, p->state);
  }
  if (p->alone != NULL && !p->shared) {
    for (int64_t k = 0; k < p->count; k++) {
      int64_t low = piece_start(p->total, p->count, k, 1), high = piece_start(p->total, p->count, k + 1, 1);
      if (p->alone(w, p->environment, low, high, p->state) != OK) return FAILED;
    }
    return OK;
  }
  int64_t step = !p->order.matters ? threads + 1 : 1;
  if (p->order.matters && p->shared) {
    step = greatest((int64_t)threads * PIECES_PER_ROUND, (p->count + most_rounds - 1) / most_rounds);
  }
  size_t row = (size_t)(p->width + p->extra), words = row * ((size_t)step + 1) + 3 * row;
  p->states = malloc((words == 0 ? 1 : words) * sizeof *p->states);
  if (p->states == NULL) return fail_for(w, NO_MEMORY, (int64_t)words * 8);
  p->carry = p->states + row * ((size_t)step + 1);
  p->totals = p->carry + row;
  p->here = p->totals + row;
  memcpy(p->carry, p->state, (size_t)p->width * sizeof *p->state);
  int status = scan_rounds(w, p, step);
  if (status == OK) memcpy(p->state + p->width, p->totals, (size_t)p->extra * sizeof *p->state);
  free(p->states);
  return status;
}

// ----- histograms -----

struct histogram {
  void *bins;
  size_t size;
  uint64_t neutral;
};

struct histograms {
  // Adds a range of indices to histograms. The state has their addresses.
  state_kernel *run;
  // Adds private histograms to others, for a range of bins. The state has the addresses of the others, followed by
  // those of the private histograms.
  state_kernel *merge;
  const void *environment;
  int64_t total;
  struct cost cost;
  struct order order;
  const struct histogram *table;
  int count;
  int64_t width;
  // The pieces of indices or bins, and the addresses of the histograms of each piece of indices.
  int64_t parts, ranges;
  uint64_t *addresses;
};

// The cycles of an update of a bin, and the updates that filling and merging a private bin costs.
enum { UPDATE_CYCLES = 16, MERGE_COST = 3 };
// Histograms of floats have private copies if these take at most one in so many updates, and at most so many.
enum { ROUNDING_SHARE = 4, ROUNDING_COPIES = 7 };
// The most bytes of private histograms.
static const uint64_t PRIVATE_BYTES = (uint64_t)64 << 20;

FN int run_histogram_piece(struct worker *w, void *data, int64_t k) {
  const struct histograms *h = data;
  int64_t low = piece_start(h->total, h->parts, k, 1), high = piece_start(h->total, h->parts, k + 1, 1);
  return h->run(w, h->environment, low, high, h->addresses + k * h->count);
}

FN int run_merge_piece(struct worker *w, void *data, int64_t k) {
  const struct histograms *h = data;
  int64_t low = piece_start(h->width, h->ranges, k, 1), high = piece_start(h->width, h->ranges, k + 1, 1);
  uint64_t both[2 * MOST_HISTOGRAMS];
  for (int64_t part = 1; part < h->parts; part++) {
    memcpy(both, h->addresses, (size_t)h->count * sizeof *both);
    memcpy(both + h->count, h->addresses + part * h->count, (size_t)h->count * sizeof *both);
    if (h->merge(w, h->environment, low, high, both) != OK) return FAILED;
  }
  return OK;
}

FN void fill(void *bins, size_t size, uint64_t neutral, int64_t count) {
  for (int64_t k = 0; k < count; k++) memcpy((char *)bins + (size_t)k * size, &neutral, size);
}

// Memory for the private histograms of all pieces but the first, which adds to the histograms themselves.
FN int private_histograms(struct worker *w, struct histograms *h) {
  h->addresses = calloc((size_t)(h->parts * h->count) + 1, sizeof *h->addresses);
  if (h->addresses == NULL) return fail_for(w, NO_MEMORY, h->parts * h->count * 8);
  for (int64_t part = 0; part < h->parts; part++) {
    for (int k = 0; k < h->count; k++) {
      const struct histogram *table = &h->table[k];
      void *bins = part == 0 ? table->bins : malloc((size_t)greatest(h->width, 1) * table->size);
      if (bins == NULL) return fail_for(w, NO_MEMORY, h->width * (int64_t)table->size);
      if (part > 0) fill(bins, table->size, table->neutral, h->width);
      h->addresses[part * h->count + k] = (uint64_t)(uintptr_t)bins;
    }
  }
  return OK;
}

FN void free_histograms(struct histograms *h) {
  if (h->addresses == NULL) return;
  for (int64_t k = h->count; k < h->parts * h->count; k++) free((void *)(uintptr_t)h->addresses[k]);
  free(h->addresses);
}

FN int add_to_histograms(struct worker *w, struct histograms *h, bool shared) {
  int status = private_histograms(w, h);
  if (status == OK) status = run_if_shared(shared, w, h->parts, run_histogram_piece, h);
  if (status == OK) {
    struct cost cost = {(double)((h->parts - 1) * MERGE_COST), 0};
    h->ranges = pieces_of(w->shared->threads, cost, h->width, 1, (double)greatest(h->width, 0) * cost.cycles);
    status = run_if_shared(shared, w, h->ranges, run_merge_piece, h);
  }
  free_histograms(h);
  return status;
}

// Adds `0..total` to histograms. If they are small compared with the input, each piece fills private ones, which are
// merged in order. Otherwise one thread does all the work.
APART UNUSED static int hist(struct worker *w, struct histograms *h) {
  w->divided = false;
  int64_t total = greatest(h->total, 0);
  uint64_t bins = (uint64_t)greatest(h->width, 0), bytes = 0;
  for (int k = 0; k < h->count; k++) {
    bytes = bins > (UINT64_MAX - bytes) / h->table[k].size ? UINT64_MAX : bytes + bins * h->table[k].size;
  }
  double work = (double)total * h->cost.cycles;
  bool shared = w->shared->threads > 1 && work >= WORTH;
  if (!h->order.matters) {
    h->parts = pieces_of(w->shared->threads, h->cost, total, 1, work);
  } else if (h->cost.cycles == UNDIVIDED) {
    h->parts = 1;
  } else {
    uint64_t share = bins > UINT64_MAX / (MERGE_COST * ROUNDING_SHARE) ? UINT64_MAX : bins * MERGE_COST * ROUNDING_SHARE;
    uint64_t copies = (uint64_t)total / (share == 0 ? 1 : share);
    h->parts = pieces(h->order, total, (copies < ROUNDING_COPIES ? (int64_t)copies : ROUNDING_COPIES) + 1);
  }
  double updates = h->cost.cycles / UPDATE_CYCLES;
  updates = (double)total * (updates < 1 ? 1 : updates);
  double copies = (double)(h->parts - 1);
  bool too_many = !h->order.matters && copies * (double)bins * MERGE_COST > (double)(uint64_t)updates;
  if (h->parts > 1 && !too_many && copies * (double)bytes <= (double)PRIVATE_BYTES) {
    return add_to_histograms(w, h, shared);
  }
  uint64_t addresses[MOST_HISTOGRAMS];
  for (int k = 0; k < h->count; k++) addresses[k] = (uint64_t)(uintptr_t)h->table[k].bins;
  return h->run(w, h->environment, 0, h->total, addresses);
}

// ----- copies -----

// A dimension of a copy: its size, and its strides in elements.
struct extent {
  int64_t count, to, from;
};

// Copies adjacent elements.
FN void copy_row(void *to, const void *from, int64_t count, size_t size) {
  if (count > 0) memmove(to, from, (size_t)count * size);
}

// Drops dimensions of size 1, and merges adjacent dimensions that one stride covers. Returns how many are left.
FN int simplify_extents(struct extent *simple, const struct extent *extents, int rank) {
  int count = 0;
  for (int k = 0; k < rank; k++) {
    struct extent inner = extents[k], *outer = count == 0 ? NULL : &simple[count - 1];
    if (inner.count == 1) continue;
    bool fits = outer != NULL && outer->to == inner.to * inner.count && outer->from == inner.from * inner.count;
    if (fits && outer->count <= INT64_MAX / inner.count) {
      *outer = (struct extent){outer->count * inner.count, inner.to, inner.from};
    } else {
      simple[count++] = inner;
    }
  }
  return count;
}

// The side of the square tiles of a transposition.
enum { TILE = 32 };

// Blocks that registers of 128 bits transpose. In each round, row `k` of a half and row `k` of the other half are
// merged, one element of each in turn. A block of 2^n rows is transposed after n rounds.
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAS_BLOCKS 1
#endif
#endif
#ifdef HAS_BLOCKS
// So that the rows are in registers. clang does that by itself.
#ifdef __clang__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif
#define BLOCK(T, ROUNDS, LOW, HIGH)                                                                                     \
  enum { SIDE_##T = 1 << ROUNDS };                                                                                      \
  typedef T row_##T __attribute__((vector_size(16)));                                                                   \
  FN void block_##T(T *to, int64_t to_row, const T *from, int64_t from_row) {                                           \
    row_##T rows[ROUNDS + 1][SIDE_##T];                                                                                 \
    UNROLLED for (int k = 0; k < SIDE_##T; k++) memcpy(&rows[0][k], from + k * from_row, sizeof **rows);                \
    UNROLLED for (int round = 0; round < ROUNDS; round++) {                                                             \
      row_##T *before = rows[round], *after = rows[round + 1];                                                          \
      UNROLLED for (int k = 0; k < SIDE_##T / 2; k++) {                                                                 \
        after[2 * k] = __builtin_shufflevector(before[k], before[k + SIDE_##T / 2], LOW);                               \
        after[2 * k + 1] = __builtin_shufflevector(before[k], before[k + SIDE_##T / 2], HIGH);                          \
      }                                                                                                                 \
    }                                                                                                                   \
    UNROLLED for (int k = 0; k < SIDE_##T; k++) memcpy(to + k * to_row, &rows[ROUNDS][k], sizeof **rows);               \
  }
#define LIST(...) __VA_ARGS__
BLOCK(uint8_t, 4, LIST(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
      LIST(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
BLOCK(uint16_t, 3, LIST(0, 8, 1, 9, 2, 10, 3, 11), LIST(4, 12, 5, 13, 6, 14, 7, 15))
BLOCK(uint32_t, 2, LIST(0, 4, 1, 5), LIST(2, 6, 3, 7))
BLOCK(uint64_t, 1, LIST(0, 2), LIST(1, 3))
#else
#define BLOCK(T)                                                                                                        \
  enum { SIDE_##T = 1 };                                                                                                \
  FN void block_##T(T *to, int64_t to_row, const T *from, int64_t from_row) { *to = *from; }
BLOCK(uint8_t)
BLOCK(uint16_t)
BLOCK(uint32_t)
BLOCK(uint64_t)
#endif

#define COPY(T)                                                                                                         \
  FN void transpose_##T(T *to, const T *from, struct extent rows, struct extent columns) {                              \
    int64_t side = SIDE_##T, high = rows.count / side * side, wide = columns.count / side * side;                       \
    for (int64_t a = 0; a < high; a += TILE) {                                                                          \
      for (int64_t b = 0; b < wide; b += TILE) {                                                                        \
        for (int64_t i = a; i < least(a + TILE, high); i += side) {                                                     \
          for (int64_t j = b; j < least(b + TILE, wide); j += side) {                                                   \
            block_##T(to + j * columns.to + i, columns.to, from + i * rows.from + j, rows.from);                        \
          }                                                                                                             \
        }                                                                                                               \
      }                                                                                                                 \
    }                                                                                                                   \
    for (int64_t i = 0; i < rows.count; i++) {                                                                          \
      for (int64_t j = i < high ? wide : 0; j < columns.count; j++) to[j * columns.to + i] = from[i * rows.from + j];   \
    }                                                                                                                   \
  }                                                                                                                     \
  FN void copy_##T(T *to, const T *from, const struct extent *e, int rank) {                                            \
    if (rank == 1 && e[0].to == 1 && e[0].from == 1) {                                                                  \
      memmove(to, from, (size_t)e[0].count * sizeof *to);                                                               \
    } else if (rank == 1) {                                                                                             \
      for (int64_t i = 0; i < e[0].count; i++) to[i * e[0].to] = from[i * e[0].from];                                   \
    } else if (rank == 2 && e[0].to == 1 && e[1].from == 1) {                                                           \
      transpose_##T(to, from, e[0], e[1]);                                                                              \
    } else if (rank == 2 && e[1].to == 1 && e[0].from == 1) {                                                           \
      transpose_##T(to, from, e[1], e[0]);                                                                              \
    } else if (rank == 2 && (e[1].to != 1 || e[1].from != 1)) {                                                         \
      for (int64_t a = 0; a < e[0].count; a += TILE) {                                                                  \
        for (int64_t b = 0; b < e[1].count; b += TILE) {                                                                \
          for (int64_t i = a; i < least(a + TILE, e[0].count); i++) {                                                   \
            for (int64_t j = b; j < least(b + TILE, e[1].count); j++) {                                                 \
              to[i * e[0].to + j * e[1].to] = from[i * e[0].from + j * e[1].from];                                      \
            }                                                                                                           \
          }                                                                                                             \
        }                                                                                                               \
      }                                                                                                                 \
    } else {                                                                                                            \
      for (int64_t i = 0; i < e[0].count; i++) copy_##T(to + i * e[0].to, from + i * e[0].from, e + 1, rank - 1);       \
    }                                                                                                                   \
  }
COPY(uint8_t)
COPY(uint16_t)
COPY(uint32_t)
COPY(uint64_t)

struct copied {
  char *to;
  const char *from;
  size_t size;
  int rank;
  struct extent extents[MOST_DIMENSIONS];
  int64_t count;
};

FN void copy_part(const struct copied *c, const struct extent *extents, int64_t low) {
  char *to = c->to + low * extents[0].to * (int64_t)c->size;
  const char *from = c->from + low * extents[0].from * (int64_t)c->size;
  switch (c->size) {
    case 1: copy_uint8_t((uint8_t *)to, (const uint8_t *)from, extents, c->rank); break;
    case 2: copy_uint16_t((void *)to, (const void *)from, extents, c->rank); break;
    case 4: copy_uint32_t((void *)to, (const void *)from, extents, c->rank); break;
    default: copy_uint64_t((void *)to, (const void *)from, extents, c->rank); break;
  }
}

FN int run_copy_piece(struct worker *w, void *data, int64_t k) {
  const struct copied *c = data;
  struct extent extents[MOST_DIMENSIONS];
  memcpy(extents, c->extents, sizeof extents);
  int64_t low = piece_start(c->extents[0].count, c->count, k, 1);
  extents[0].count = piece_start(c->extents[0].count, c->count, k + 1, 1) - low;
  copy_part(c, extents, low);
  return OK;
}

// The bytes that a thread copies in a cycle, about.
enum { COPIED_BYTES = 8 };

// Copies elements of `size` bytes between two layouts. Large copies use all threads if `threaded`.
APART UNUSED static void copy(struct worker *w, void *to, const void *from, size_t size, const struct extent *given, int rank, bool threaded) {
  struct copied c = {.to = to, .from = from, .size = size};
  for (int k = 0; k < rank; k++) {
    if (given[k].count <= 0) return;
  }
  c.rank = simplify_extents(c.extents, given, rank);
  if (c.rank == 0) {
    memmove(to, from, size);
    return;
  }
  double inner = 1;
  for (int k = 1; k < c.rank; k++) inner *= (double)c.extents[k].count;
  struct cost cost = {inner * (double)size / COPIED_BYTES, 0};
  double work = (double)c.extents[0].count * cost.cycles;
  c.count = threaded ? pieces_of(w->shared->threads, cost, c.extents[0].count, 2, work) : 1;
  if (c.count == 1) copy_part(&c, c.extents, 0);
  else (void)run_pieces(w, c.count, run_copy_piece, &c);
}
