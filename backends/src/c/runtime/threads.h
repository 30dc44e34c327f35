// Workers, their failures, and threads: how kernels are cut into pieces, and run by several workers.
//
// A kernel is a function over a range of indices. Little work runs on the calling thread. The pieces of a reduction, a
// scan or a histogram of floats depend on the number of indices alone, so results have the same bits for any number of
// threads. If a kernel fails, the failure of its smallest index is reported: each piece runs in order, and a piece is
// left out only if one of smaller indices has failed.

// An assertion of the program: its code, and its message, in which a byte 1 and a letter stand for a value.
struct assertion {
  const char *code, *message;
};

enum failure_kind { NO_FAILURE, ASSERTION, NEGATIVE_SIZE, NO_MEMORY, NO_STACK };

struct failure {
  enum failure_kind kind;
  // The number of the assertion, or the elements or bytes of an allocation.
  int64_t number;
  uint64_t shown[MOST_SHOWN];
};

struct pool;

// What all threads of a context share.
struct shared {
  int threads;
  struct pool *pool;
  // How much longer each kernel of unknown cost takes than the program says; 0 before its first run.
  double measured[MEASURED];
  // The values of tuning parameters; -1 where the user has set none.
  const int64_t *parameters;
  // The file for what programs trace.
  FILE *log;
};

struct worker {
  struct shared *shared;
  int number;
  struct heap heap;
  struct failure failure;
  // Where the stack of the procedures ends.
  uintptr_t stack_end;
  // Whether the last kernel ran on several threads.
  bool divided;
#if THREADS
  // Rings if the code that the worker runs is to end, since a piece below its own has failed.
  atomic_bool bell;
  _Atomic int64_t piece;
#endif
};

// The value of a tuning parameter, by its number.
FN int64_t parameter(const struct worker *w, int number) { return w->shared->parameters[number]; }

// The threshold of a number, or that of all.
FN int64_t threshold(const struct worker *w, int number, int all) {
  int64_t own = parameter(w, number);
  return own > 0 ? own : parameter(w, all);
}

#if THREADS
#define IS_OVER(w) atomic_load_explicit(&(w)->bell, memory_order_relaxed)
#else
#define IS_OVER(w) false
#endif
// Code that may run for ever ends here if it is to end.
#define POLL(w) if (IS_OVER(w)) return FAILED

typedef int kernel(struct worker *w, const void *environment, int64_t low, int64_t high);
// A kernel that also has a state: the results of a reduction, the carry of a scan, or the addresses of histograms.
typedef int state_kernel(struct worker *w, const void *environment, int64_t low, int64_t high, uint64_t *state);
// Combines two lists of operands into the first.
typedef int combination(struct worker *w, const void *environment, uint64_t *left, const uint64_t *right);

// ----- failures -----

COLD UNUSED static int fail(struct worker *w, int64_t assertion, int count, const uint64_t *shown) {
  w->failure.kind = ASSERTION;
  w->failure.number = assertion;
  for (int k = 0; k < count; k++) w->failure.shown[k] = shown[k];
  return FAILED;
}

COLD UNUSED static int fail_for(struct worker *w, enum failure_kind kind, int64_t number) {
  w->failure.kind = kind;
  w->failure.number = number;
  return FAILED;
}

FN void retain(struct block *block) {
  if (block != NULL) block->references++;
}

APART UNUSED static void discard_block(struct worker *w, struct block *block) { discard(&w->heap, block); }

// The compiler knows the variables that denote no block.
FN void release(struct worker *w, struct block *block) {
  if (block != NULL && --block->references == 0) discard_block(w, block);
}

// A fresh block of `count` elements, or none if that fails.
APART UNUSED static struct block *fresh(struct worker *w, int64_t count, size_t size) {
  enum failure_kind kind = count < 0 ? NEGATIVE_SIZE : NO_MEMORY;
  bool countable = count >= 0 && (uint64_t)count <= (SIZE_MAX >> 1) / size;
  struct block *block = countable ? new_block(&w->heap, (size_t)count * size) : NULL;
  if (block == NULL) fail_for(w, kind, count < 0 ? count : countable ? count * (int64_t)size : INT64_MAX);
  return block;
}

// Whether there is enough stack for another procedure.
FN int enter(struct worker *w) {
  char here;
  POLL(w);
  return (uintptr_t)&here < w->stack_end ? fail_for(w, NO_STACK, 0) : OK;
}

// The stack of a thread, and what procedures may use of it.
enum { STACK_BYTES = 128 << 20, ENTRY_STACK_BYTES = 120 << 20 };

FN void begin_stack(struct worker *w) {
  char here;
  w->stack_end = (uintptr_t)&here - ENTRY_STACK_BYTES;
}

// ----- pieces -----

// Work of so many cycles is worth waking another thread.
static const double WORTH = 20000;
// The least cycles of a piece.
static const double GRAIN = 5000;
// The cycles of an index of work that must not be cut into pieces.
static const double UNDIVIDED = 0;
static const double CYCLES_PER_NANOSECOND = 3;
// Pieces for each thread, so that all are busy to the end.
enum { PIECES_PER_THREAD = 8 };
// Pieces of so many indices begin at multiples of 16.
enum { LONG_PIECE = 32, WHOLE_PIECE = 16 };

// What the program says about the cost of a kernel: the cycles of an index, and the kernel's number among those of
// unknown cost, from 1 on.
struct cost {
  double cycles;
  int measured;
};

// The least indices of a piece, and whether the order in which values are combined decides about the result.
struct order {
  int64_t least;
  bool matters;
};

static UNUSED const int64_t LEAST_PIECE = 8192;

FN int64_t clamp(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

FN int64_t pieces_of(int threads, struct cost cost, int64_t total, int per_thread, double work) {
  if (threads == 1 || cost.cycles == UNDIVIDED || work < WORTH) return 1;
  double by_cost = work / GRAIN, most = (double)threads * per_thread;
  return clamp((int64_t)(by_cost < most ? by_cost : most), 1, greatest(total, 1));
}

FN int64_t pieces(struct order order, int64_t total, int64_t most) {
  return clamp(total / greatest(order.least, 1), 1, most);
}

// Where piece `k` of `count` begins.
FN int64_t piece_start(int64_t total, int64_t count, int64_t k, int64_t whole) {
  if (k >= count) return total;
  whole = total / count >= LONG_PIECE ? WHOLE_PIECE : greatest(whole, 1);
  int128_t groups = ((int128_t)total + whole - 1) / whole;
  return (int64_t)(groups * k / count) * whole;
}

// ----- threads -----

typedef int piece(struct worker *w, void *data, int64_t k);

// Runs pieces on this thread until one fails.
FN int run_alone(struct worker *w, int64_t count, piece *run, void *data) {
  for (int64_t k = 0; k < count; k++) {
    if (IS_OVER(w) || run(w, data, k) != OK) return FAILED;
  }
  return OK;
}

#if THREADS

// Every thread has a share of the pieces, the first thread the first ones. It runs its own share first, and then helps
// with what is left of the others'. So it works on the same part of every array in one kernel after the other, and
// finds in its caches what it has written itself, which counts most where cores do not share them.

// The pieces of one thread: the first that nobody has started, and the first of the next share. Processors fetch cache
// lines in pairs.
struct share {
  _Atomic int64_t next;
  int64_t end;
  char apart[112];
};

// The pieces that threads are running.
struct job {
  struct worker *host;
  piece *run;
  void *data;
  _Atomic int64_t failed;
  // Whoever has it may ring bells.
  pthread_mutex_t lock;
  int64_t lowest;
  struct failure failure;
  size_t beside;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t wake, done;
  _Atomic uint64_t round;
  _Atomic int running;
  atomic_bool ends;
  struct job *job;
  struct share *shares;
  struct worker *workers;
  pthread_t *threads;
  int started, threads_wanted;
};

// How often a thread looks for work before it sleeps.
enum { SPINS = 4000 };

FN void pause_a_moment(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Ends the pieces above a failed one, which might never end by themselves.
FN void ring_above(struct pool *pool, struct worker *host, int64_t k) {
  if (atomic_load(&host->piece) > k) atomic_store(&host->bell, true);
  for (int i = 1; i < pool->threads_wanted; i++) {
    struct worker *other = &pool->workers[i];
    if (atomic_load(&other->piece) > k) atomic_store(&other->bell, true);
  }
}

// Runs what is left of a share, in order, up to the first failure.
static void work_on(struct worker *w, struct job *job, struct share *share) {
  if (atomic_load_explicit(&share->next, memory_order_relaxed) >= share->end) return;
  // A bell that rang for a piece of another share must not end those of this one, which may be lower.
  atomic_store(&w->piece, 0);
  pthread_mutex_lock(&job->lock);
  atomic_store(&w->bell, false);
  pthread_mutex_unlock(&job->lock);
  for (;;) {
    int64_t k = atomic_fetch_add(&share->next, 1);
    // Either this thread sees the failure of a piece below, or the thread with the failure sees this piece.
    atomic_store(&w->piece, k);
    if (k >= share->end || k > atomic_load(&job->failed)) return;
    if (!IS_OVER(w) && job->run(w, job->data, k) == OK) continue;
    int64_t failed = atomic_load(&job->failed);
    while (k < failed && !atomic_compare_exchange_weak(&job->failed, &failed, k)) {}
    pthread_mutex_lock(&job->lock);
    if (k < job->lowest) {
      job->lowest = k;
      job->failure = w->failure;
    }
    ring_above(w->shared->pool, job->host, k);
    pthread_mutex_unlock(&job->lock);
    return;
  }
}

// Runs the share of a thread, and then what is left of the others', from the next one on.
static void work(struct worker *w, struct job *job) {
  struct pool *pool = w->shared->pool;
  for (int i = 0; i < pool->threads_wanted; i++) {
    work_on(w, job, &pool->shares[(w->number + i) % pool->threads_wanted]);
  }
}

static void *run_thread(void *data) {
  struct worker *w = data;
  struct pool *pool = w->shared->pool;
  uint64_t round = 0;
  for (;;) {
    for (int spins = 0; spins < SPINS && atomic_load(&pool->round) == round && !atomic_load(&pool->ends); spins++) {
      pause_a_moment();
    }
    if (atomic_load(&pool->round) == round) {
      pthread_mutex_lock(&pool->lock);
      while (atomic_load(&pool->round) == round && !atomic_load(&pool->ends)) {
        pthread_cond_wait(&pool->wake, &pool->lock);
      }
      pthread_mutex_unlock(&pool->lock);
    }
    if (atomic_load(&pool->ends)) return NULL;
    round = atomic_load(&pool->round);
    struct job *job = pool->job;
    w->failure.kind = NO_FAILURE;
    w->heap.peak_bytes = w->heap.live_bytes;
    begin_stack(w);
    work(w, job);
    drop_live(&w->heap);
    pthread_mutex_lock(&job->lock);
    job->beside += w->heap.peak_bytes;
    pthread_mutex_unlock(&job->lock);
    if (atomic_fetch_sub(&pool->running, 1) == 1) {
      pthread_mutex_lock(&pool->lock);
      pthread_cond_signal(&pool->done);
      pthread_mutex_unlock(&pool->lock);
    }
  }
}

static void end_pool(struct pool *pool) {
  if (pool == NULL) return;
  pthread_mutex_lock(&pool->lock);
  atomic_store(&pool->ends, true);
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->lock);
  for (int k = 1; k <= pool->started; k++) pthread_join(pool->threads[k], NULL);
  for (int k = 1; k < pool->threads_wanted; k++) free_heap(&pool->workers[k].heap);
  pthread_cond_destroy(&pool->wake);
  pthread_cond_destroy(&pool->done);
  pthread_mutex_destroy(&pool->lock);
  free(pool->shares);
  free(pool->workers);
  free(pool->threads);
  free(pool);
}

// Starts the threads of a context. The calling thread is one of them. Without so many threads, there is no pool.
static struct pool *start_pool(struct shared *shared, int count) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL) return NULL;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->wake, NULL);
  pthread_cond_init(&pool->done, NULL);
  pool->shares = calloc((size_t)count, sizeof *pool->shares);
  pool->workers = calloc((size_t)count, sizeof *pool->workers);
  pool->threads = calloc((size_t)count, sizeof *pool->threads);
  pool->threads_wanted = pool->workers == NULL || pool->shares == NULL ? 0 : count;
  shared->pool = pool;
  pthread_attr_t attributes;
  bool fine = pool->threads_wanted > 0 && pool->threads != NULL && pthread_attr_init(&attributes) == 0;
  if (!fine) {
    end_pool(pool);
    return shared->pool = NULL;
  }
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  for (int k = 1; fine && k < count; k++) {
    pool->workers[k].shared = shared;
    pool->workers[k].number = k;
    fine = pthread_create(&pool->threads[k], &attributes, run_thread, &pool->workers[k]) == 0;
    pool->started += fine;
  }
  pthread_attr_destroy(&attributes);
  if (!fine) {
    end_pool(pool);
    shared->pool = NULL;
  }
  return shared->pool;
}

// Runs pieces on all threads. The failure is that of the lowest failed piece.
static int run_pieces(struct worker *w, int64_t count, piece *run, void *data) {
  struct pool *pool = w->shared->pool;
  if (pool == NULL || count == 1) return run_alone(w, count, run, data);
  struct job job = {.host = w, .run = run, .data = data, .failed = INT64_MAX, .lowest = INT64_MAX};
  pthread_mutex_init(&job.lock, NULL);
  w->divided = true;
  int threads = pool->threads_wanted;
  for (int i = 0; i < threads; i++) {
    atomic_store_explicit(&pool->shares[i].next, (int64_t)((int128_t)count * i / threads), memory_order_relaxed);
    pool->shares[i].end = (int64_t)((int128_t)count * (i + 1) / threads);
  }
  pthread_mutex_lock(&pool->lock);
  pool->job = &job;
  atomic_store(&pool->running, pool->threads_wanted - 1);
  atomic_fetch_add(&pool->round, 1);
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->lock);
  work(w, &job);
  for (int spins = 0; spins < SPINS && atomic_load(&pool->running) > 0; spins++) pause_a_moment();
  pthread_mutex_lock(&pool->lock);
  while (atomic_load(&pool->running) > 0) pthread_cond_wait(&pool->done, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
  atomic_store(&w->bell, false);
  for (int k = 1; k < pool->threads_wanted; k++) atomic_store(&pool->workers[k].bell, false);
  pthread_mutex_destroy(&job.lock);
  if (w->heap.live_bytes + job.beside > w->heap.peak_bytes) w->heap.peak_bytes = w->heap.live_bytes + job.beside;
  if (job.lowest == INT64_MAX) return OK;
  w->failure = job.failure;
  return FAILED;
}

#else
#define run_pieces run_alone
#endif

FN int run_if_shared(bool shared, struct worker *w, int64_t count, piece *run, void *data) {
  return shared ? run_pieces(w, count, run, data) : run_alone(w, count, run, data);
}
