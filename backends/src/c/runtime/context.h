// Configurations, contexts, and calls of entry points.

struct futhark_context_config {
  bool debugging, profiling, logging;
  int threads;
  char *cache_file;
  // The values of tuning parameters; -1 where none is set.
  int64_t parameters[PARAMETERS + 1];
};

// A call of an entry point that a profile reports.
struct event {
  const struct entry *entry;
  double microseconds;
};

struct futhark_context {
  struct futhark_context_config *config;
  // Functions of a context may be called by several threads. Each holds the lock as long as it works on the context.
  pthread_mutex_t lock;
  char *error;
  bool is_paused;
  struct shared shared;
  struct worker host;
  struct event *events;
  size_t event_count, event_room;
};

API struct futhark_context_config *futhark_context_config_new(void) {
  struct futhark_context_config *config = calloc(1, sizeof *config);
  if (config == NULL) return NULL;
  for (int k = 0; k < PARAMETERS; k++) config->parameters[k] = -1;
  return config;
}

API void futhark_context_config_free(struct futhark_context_config *config) {
  if (config == NULL) return;
  free(config->cache_file);
  free(config);
}

API void futhark_context_config_set_debugging(struct futhark_context_config *config, int flag) {
  config->debugging = config->logging = config->profiling = flag != 0;
}

API void futhark_context_config_set_profiling(struct futhark_context_config *config, int flag) {
  config->profiling = flag != 0;
}

API void futhark_context_config_set_logging(struct futhark_context_config *config, int flag) {
  config->logging = flag != 0;
}

API void futhark_context_config_set_num_threads(struct futhark_context_config *config, int count) {
  config->threads = count;
}

// Nothing is compiled when a context starts, so there is nothing to keep in the file.
API void futhark_context_config_set_cache_file(struct futhark_context_config *config, const char *file) {
  free(config->cache_file);
  config->cache_file = file == NULL ? NULL : strdup(file);
}

// Tuning parameters are those of `#[param(name)]`, and the thresholds of nested parallel code. The value 0 of a
// threshold leaves the choice to the program. A value that is set while there is a context counts from the next call
// on.
API int futhark_get_tuning_param_count(void) { return PARAMETERS; }

API const char *futhark_get_tuning_param_name(int number) {
  return number < 0 || number >= PARAMETERS ? NULL : parameters[number].name;
}

API const char *futhark_get_tuning_param_class(int number) {
  return number < 0 || number >= PARAMETERS ? NULL : parameters[number].class;
}

// The number of a tuning parameter; -1 if there is none of this name.
FN int find_parameter(const char *name) {
  for (int k = 0; k < PARAMETERS; k++) {
    if (strcmp(parameters[k].name, name) == 0) return k;
  }
  return -1;
}

API int futhark_context_config_set_tuning_param(struct futhark_context_config *config, const char *name, size_t value) {
  int number = find_parameter(name);
  if (number < 0) return 1;
  config->parameters[number] = value > INT64_MAX ? INT64_MAX : (int64_t)value;
  return 0;
}

API struct futhark_context *futhark_context_new(struct futhark_context_config *config) {
  struct futhark_context *ctx = calloc(1, sizeof *ctx);
  if (ctx == NULL) return NULL;
  ctx->config = config;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&ctx->lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  ctx->shared.log = stderr;
  ctx->shared.parameters = config->parameters;
  ctx->shared.threads = 1;
  ctx->host.shared = &ctx->shared;
#if THREADS
  long processors = config->threads > 0 ? config->threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (processors > 1 && start_pool(&ctx->shared, (int)least(processors, 1024)) != NULL) {
    ctx->shared.threads = (int)least(processors, 1024);
  }
#endif
  return ctx;
}

API void futhark_context_free(struct futhark_context *ctx) {
  if (ctx == NULL) return;
#if THREADS
  end_pool(ctx->shared.pool);
#endif
  free_heap(&ctx->host.heap);
  free(ctx->error);
  free(ctx->events);
  pthread_mutex_destroy(&ctx->lock);
  free(ctx);
}

// Work is done when functions return, so there is nothing to wait for.
API int futhark_context_sync(struct futhark_context *ctx) { return ctx == NULL ? FUTHARK_PROGRAM_ERROR : FUTHARK_SUCCESS; }

// The last error, which the caller frees. Afterwards there is none.
API char *futhark_context_get_error(struct futhark_context *ctx) {
  pthread_mutex_lock(&ctx->lock);
  char *error = ctx->error;
  ctx->error = NULL;
  pthread_mutex_unlock(&ctx->lock);
  return error;
}

API void futhark_context_set_logging_file(struct futhark_context *ctx, FILE *file) { ctx->shared.log = file; }
API void futhark_context_pause_profiling(struct futhark_context *ctx) { ctx->is_paused = true; }
API void futhark_context_unpause_profiling(struct futhark_context *ctx) { ctx->is_paused = false; }

// The next report has the most bytes that are in use from now on.
API int futhark_context_clear_caches(struct futhark_context *ctx) {
  pthread_mutex_lock(&ctx->lock);
  drop_cached(&ctx->host.heap);
  ctx->host.heap.peak_bytes = ctx->host.heap.live_bytes;
  pthread_mutex_unlock(&ctx->lock);
  return FUTHARK_SUCCESS;
}

// A JSON object, which the caller frees: the most bytes that were in use, and the calls since the last report.
API char *futhark_context_report(struct futhark_context *ctx) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) return NULL;
  pthread_mutex_lock(&ctx->lock);
  fprintf(file, "{\"memory\":{\"default space\": %zu},\"events\":[", ctx->host.heap.peak_bytes);
  for (size_t k = 0; k < ctx->event_count; k++) {
    const struct event *event = &ctx->events[k];
    const char *comma = k == 0 ? "" : ",";
    fprintf(file, "%s{\"name\":\"%s\",\"duration\":%f,\"provenance\":\"\",\"details\":{}}", comma, event->entry->name,
            event->microseconds);
  }
  ctx->event_count = 0;
  pthread_mutex_unlock(&ctx->lock);
  fprintf(file, "]}");
  fclose(file);
  return text;
}

// ----- errors -----

// Sets the error of a context, unless it has one.
COLD UNUSED static void set_error(struct futhark_context *ctx, const char *format, ...) {
  if (ctx->error != NULL) return;
  va_list list;
  va_start(list, format);
  if (vasprintf(&ctx->error, format, list) < 0) ctx->error = NULL;
  va_end(list);
}

// Prints a message, with values in the places of bytes 1 and letters: `a` is `i8`, and so on.
FN void show_message(FILE *file, const char *message, const uint64_t *shown) {
  for (; *message != 0; message++) {
    if (*message != 1) {
      fputc(*message, file);
      continue;
    }
    enum prim prim = (enum prim)(*++message - 'a');
    uint64_t word = *shown++;
    switch (prim) {
      case F16: fprintf(file, "%.6f", (double)f32_of_f16(f16_of_word(word))); break;
      case F32: fprintf(file, "%.6f", (double)f32_of_word(word)); break;
      case F64: fprintf(file, "%.6f", f64_of_word(word)); break;
      default: show_number(file, prim, word, false); break;
    }
  }
}

COLD UNUSED static int report_failure(struct futhark_context *ctx) {
  struct failure *failure = &ctx->host.failure;
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  int status = FUTHARK_PROGRAM_ERROR;
  if (file == NULL) return FUTHARK_OUT_OF_MEMORY;
  switch (failure->kind) {
    case ASSERTION:
      fprintf(file, "Error: ");
      show_message(file, assertions[failure->number].message, failure->shown);
      fprintf(file, "\n");
      break;
    case NEGATIVE_SIZE:
      fprintf(file, "Error: Cannot allocate an array of %" PRId64 " elements.\n", failure->number);
      break;
    case NO_MEMORY:
      status = FUTHARK_OUT_OF_MEMORY;
      fprintf(file, "Error: Out of memory: cannot allocate %" PRId64 " bytes.\n", failure->number);
      break;
    case NO_STACK: fprintf(file, "Error: Calls are nested too deeply: the stack is used up.\n"); break;
    case NO_FAILURE: fprintf(file, "Error: The program failed without a reason.\n"); break;
  }
  fclose(file);
  set_error(ctx, "%s", text);
  free(text);
  return status;
}

// ----- calls -----

// The name of an argument in a message.
FN void name_argument(char *text, size_t room, const struct entry *entry, int k, char first) {
  const char *label = entry->arguments[k].label;
  if (label[0] == 0) snprintf(text, room, "%crgument %d", first, k + 1);
  else snprintf(text, room, "%crgument %d (%s)", first, k + 1, label);
}

// Checks the sizes of arguments. Void ones get those that they must have.
FN bool sizes_fit(struct futhark_context *ctx, const struct entry *entry, struct leaf *in) {
  int64_t sizes[MOST_SIZES] = {0};
  int origins[MOST_SIZES] = {0};
  for (int k = 0; k < entry->inputs; k++) {
    const struct argument *argument = &entry->arguments[k];
    if (argument->rank == 0 && argument->bound >= 0) {
      sizes[argument->bound] = (int64_t)in[k].word;
      origins[argument->bound] = k;
    }
    for (int dim = 0; dim < argument->rank; dim++) {
      if (argument->sizes[dim].kind != FRESH || in[k].is_void) continue;
      sizes[argument->sizes[dim].value] = in[k].shape[dim];
      origins[argument->sizes[dim].value] = k;
    }
  }
  for (int k = 0; k < entry->inputs; k++) {
    const struct argument *argument = &entry->arguments[k];
    for (int dim = 0; dim < argument->rank; dim++) {
      const struct size *size = &argument->sizes[dim];
      int64_t expected = size->kind == FIXED ? size->value : sizes[size->value];
      if (in[k].is_void) in[k].shape[dim] = expected;
      if (in[k].shape[dim] == expected) continue;
      char here[256], there[256] = "";
      name_argument(here, sizeof here, entry, k, 'a');
      if (size->kind == SAME) name_argument(there, sizeof there, entry, origins[size->value], 'a');
      set_error(ctx, "Error: Dimension %d of %s must be %" PRId64 "%s%s, but is %" PRId64 ".\n", dim, here, expected,
                there[0] == 0 ? "" : " because of ", there, in[k].shape[dim]);
      return false;
    }
  }
  return true;
}

// Makes the block of an argument for a run: a head that stands for the caller's, or zeros for a void one.
FN bool lend_block(struct heap *heap, struct leaf *leaf, const struct argument *argument) {
  if (argument->rank == 0) return true;
  size_t bytes = (size_t)element_count(leaf, argument->rank) * prim_size(argument->prim);
  leaf->block = leaf->is_void ? new_block(heap, bytes) : stand_for(heap, leaf->block);
  if (leaf->block != NULL && leaf->is_void) memset(leaf->block->data, 0, bytes);
  return leaf->block != NULL;
}

struct run {
  struct worker *worker;
  const struct entry *entry;
  const struct leaf *in;
  struct leaf *out;
  int status;
};

UNUSED static void *run_entry(void *data) {
  struct run *run = data;
  begin_stack(run->worker);
  run->status = run->entry->run(run->worker, run->in, run->out);
  return NULL;
}

// Runs an entry point. Procedures may be recursive, so they need a stack whose size is known.
FN int run_on_stack(struct worker *w, const struct entry *entry, const struct leaf *in, struct leaf *out) {
#if RECURSIVE
  struct run run = {w, entry, in, out, FAILED};
  pthread_t thread;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return fail_for(w, NO_MEMORY, STACK_BYTES);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  bool starts = pthread_create(&thread, &attributes, run_entry, &run) == 0;
  pthread_attr_destroy(&attributes);
  if (!starts) return fail_for(w, NO_MEMORY, STACK_BYTES);
  pthread_join(thread, NULL);
  return run.status;
#else
  return entry->run(w, in, out);
#endif
}

FN void add_event(struct futhark_context *ctx, const struct entry *entry, double start) {
  if (!ctx->config->profiling || ctx->is_paused) return;
  if (ctx->event_count == ctx->event_room) {
    size_t room = 2 * ctx->event_room + 16;
    struct event *events = realloc(ctx->events, room * sizeof *events);
    if (events == NULL) return;
    ctx->events = events;
    ctx->event_room = room;
  }
  ctx->events[ctx->event_count++] = (struct event){entry, (now_in_nanoseconds() - start) / 1e3};
}

// Calls an entry point. The arguments stay the caller's; the results are new references.
UNUSED static int call_entry(struct futhark_context *ctx, const struct entry *entry, const struct leaf *in, struct leaf *out) {
  pthread_mutex_lock(&ctx->lock);
  struct worker *w = &ctx->host;
  struct leaf heads[MOST_ARGUMENTS];
  memcpy(heads, in, (size_t)entry->inputs * sizeof *in);
  int status = sizes_fit(ctx, entry, heads) ? FUTHARK_SUCCESS : FUTHARK_PROGRAM_ERROR;
  w->failure.kind = NO_FAILURE;
  for (int k = 0; status == FUTHARK_SUCCESS && k < entry->inputs; k++) {
    if (!lend_block(&w->heap, &heads[k], &entry->arguments[k])) status = FUTHARK_OUT_OF_MEMORY;
  }
  for (int k = 0; k < entry->outputs; k++) memset(&out[k], 0, sizeof out[k]);
  double start = now_in_nanoseconds();
  if (status == FUTHARK_SUCCESS && run_on_stack(w, entry, heads, out) != OK) status = report_failure(ctx);
  add_event(ctx, entry, start);
  if (ctx->config->logging && status == FUTHARK_SUCCESS) {
    fprintf(ctx->shared.log, "Ran %s in %.0f microseconds.\n", entry->name, (now_in_nanoseconds() - start) / 1e3);
  }
  for (int k = 0; status == FUTHARK_SUCCESS && k < entry->outputs; k++) {
    if (entry->results[k].rank == 0) continue;
    if (out[k].block == NULL) out[k].block = new_block(&w->heap, 0);
    if (out[k].block == NULL) status = FUTHARK_OUT_OF_MEMORY;
    else out[k].block = take_block(&w->heap, out[k].block);
  }
  if (status == FUTHARK_SUCCESS) {
    for (int k = 0; k < entry->inputs; k++) {
      if (entry->arguments[k].rank > 0) give_up(&w->heap, heads[k].block);
    }
  } else {
    drop_live(&w->heap);
  }
  pthread_mutex_unlock(&ctx->lock);
  return status;
}

// A leaf with room for so many elements.
UNUSED static bool new_leaf(struct futhark_context *ctx, struct leaf *leaf, struct leaf_type type) {
  int64_t count = element_count(leaf, type.rank);
  pthread_mutex_lock(&ctx->lock);
  leaf->block = (uint64_t)count > (SIZE_MAX >> 1) / 8 ? NULL : new_block(&ctx->host.heap, (size_t)count * prim_size(type.prim));
  if (leaf->block == NULL) set_error(ctx, "Error: Out of memory: cannot allocate %" PRId64 " elements.\n", count);
  else unlink_block(&ctx->host.heap, leaf->block);
  pthread_mutex_unlock(&ctx->lock);
  return leaf->block != NULL;
}
