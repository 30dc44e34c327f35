// The executable: runs an entry point on the values of standard input.

struct options {
  const char *program, *entry;
  FILE *runtimes;
  long runs;
  bool warms_up, binary, silent;
};

static const char *const HELP =
    "Options:\n\n"
    "  -t/--write-runtime-to FILE Print the time taken to execute the program to the indicated file, an integral number of microseconds.\n"
    "  -r/--runs INT              Perform NUM runs of the program.\n"
    "  -e/--entry-point NAME      The entry point to run. Defaults to main.\n"
    "  -b/--binary-output         Print the program result in the binary output format.\n"
    "  -n/--no-print-result       Do not print the program result.\n" COMMON_HELP;

static void parse_options(struct options *o, struct futhark_context_config *config, int argc, char **argv) {
  static const struct option names[] = {
      {"write-runtime-to", required_argument, NULL, 't'}, {"runs", required_argument, NULL, 'r'},
      {"entry-point", required_argument, NULL, 'e'},      {"binary-output", no_argument, NULL, 'b'},
      {"no-print-result", no_argument, NULL, 'n'},        COMMON_OPTIONS};
  int c;
  while ((c = getopt_long(argc, argv, ":t:r:DLPe:bnh", names, NULL)) != -1) {
    switch (c) {
      case 't':
        o->runtimes = fopen(optarg, "w");
        if (o->runtimes == NULL) stop(o->program, "Cannot open %s: %s\n", optarg, strerror(errno));
        break;
      case 'r':
        o->runs = atol(optarg);
        o->warms_up = true;
        if (o->runs <= 0) stop(o->program, "Need a positive number of runs, not %s\n", optarg);
        break;
      case 'e': o->entry = optarg; break;
      case 'b': o->binary = true; break;
      case 'n': o->silent = true; break;
      default: common_option(config, c, argv, HELP);
    }
  }
  no_more_arguments(argc, argv);
}

static int find_entry(const struct options *o) {
  int k = 0;
  for (; entries[k].name != NULL; k++) {
    if (strcmp(entries[k].name, o->entry) == 0) return k;
  }
  fprintf(stderr, "No entry point '%s'.  Select another with --entry-point.  Options are:\n", o->entry);
  for (k = 0; entries[k].name != NULL; k++) fprintf(stderr, "%s\n", entries[k].name);
  exit(1);
}

static void read_arguments(const struct options *o, struct futhark_context *ctx, const struct entry *entry, struct leaf *in) {
  struct reader reader = {"", 0, 0};
  if (entry->inputs > 0 && !read_all(stdin, &reader)) stop(o->program, "Cannot read the input.\n");
  for (int k = 0; k < entry->inputs; k++) {
    const struct argument *argument = &entry->arguments[k];
    struct leaf_type type = {argument->prim, argument->rank};
    if (read_leaf(ctx, &reader, type, &in[k])) continue;
    fprintf(stderr, "%s: Cannot read input #%d of type ", o->program, k);
    for (int dimension = 0; dimension < type.rank; dimension++) fputs("[]", stderr);
    fprintf(stderr, "%s (errno: %s).\n", prim_name(type.prim), strerror(errno));
    exit(1);
  }
  if (entry->inputs > 0 && !at_end(&reader)) {
    stop(o->program, "Expected EOF on stdin after reading input for \"%s\".\n", entry->name);
  }
  if (entry->inputs > 0) free((void *)(uintptr_t)reader.data);
}

// Copies arguments for a run, which may overwrite them.
static bool copy_arguments(struct futhark_context *ctx, const struct entry *entry, const struct leaf *in, struct leaf *copies) {
  for (int k = 0; k < entry->inputs; k++) {
    struct leaf_type type = {entry->arguments[k].prim, entry->arguments[k].rank};
    copies[k] = in[k];
    if (type.rank > 0 && !fill_leaf(ctx, &copies[k], type, in[k].block->data, (size_t)element_count(&in[k], type.rank))) {
      return false;
    }
  }
  return true;
}

static void give_up_all(struct futhark_context *ctx, struct leaf *leaves, int count) {
  for (int k = 0; k < count; k++) give_up(&ctx->host.heap, leaves[k].block);
}

// Runs an entry point as often as is asked for. The results are those of the last run.
static void run_entry_point(const struct options *o, struct futhark_context *ctx, const struct entry *entry, struct leaf *in, struct leaf *out) {
  struct leaf copies[MOST_ARGUMENTS];
  memset(copies, 0, sizeof copies);
  long runs = o->runs + o->warms_up;
  for (long run = 0; run < runs; run++) {
    bool fine = runs == 1 || copy_arguments(ctx, entry, in, copies);
    double start = now_in_nanoseconds();
    int status = fine ? call_entry(ctx, entry, runs == 1 ? in : copies, out) : FUTHARK_OUT_OF_MEMORY;
    double microseconds = (now_in_nanoseconds() - start) / 1e3;
    if (status != FUTHARK_SUCCESS) {
      char *error = futhark_context_get_error(ctx);
      stop(o->program, "%s", error == NULL ? "Error: Out of memory.\n" : error);
    }
    if (runs > 1) give_up_all(ctx, copies, entry->inputs);
    if (run + 1 < runs) give_up_all(ctx, out, entry->outputs);
    if (o->runtimes != NULL && (run > 0 || !o->warms_up)) fprintf(o->runtimes, "%lld\n", (long long)microseconds);
  }
}

static void write_results(const struct options *o, const struct entry *entry, const struct output *outputs, const struct leaf *out) {
  int at = 0;
  for (; outputs->leaves >= 0; at += outputs->leaves, outputs++) {
    const struct leaf_type *types = entry->results + at;
    for (int k = 0; o->binary && k < outputs->leaves; k++) {
      write_binary(stdout, types[k], &out[at + k]);
      putchar('\n');
    }
    if (o->binary) continue;
    if (outputs->form == NULL) write_text(stdout, *types, &out[at]);
    else write_form(stdout, outputs->form, types, out + at, outputs->leaves);
    putchar('\n');
  }
}

int main(int argc, char **argv) {
  struct options o = {.program = argv[0], .entry = "main", .runs = 1};
  struct futhark_context_config *config = futhark_context_config_new();
  if (config == NULL) stop(o.program, "Error: Out of memory.\n");
  parse_options(&o, config, argc, argv);
  int number = find_entry(&o);
  const struct entry *entry = &entries[number];
  struct futhark_context *ctx = futhark_context_new(config);
  if (ctx == NULL) stop(o.program, "Error: Out of memory.\n");
  struct leaf in[MOST_ARGUMENTS], out[MOST_RESULTS];
  memset(in, 0, sizeof in);
  memset(out, 0, sizeof out);
  read_arguments(&o, ctx, entry, in);
  run_entry_point(&o, ctx, entry, in, out);
  if (o.runtimes != NULL) fclose(o.runtimes);
  if (!o.silent) write_results(&o, entry, shown[number], out);
  if (config->profiling) {
    char *report = futhark_context_report(ctx);
    fprintf(stderr, "%s\n", report == NULL ? "" : report);
    free(report);
  }
  give_up_all(ctx, in, entry->inputs);
  give_up_all(ctx, out, entry->outputs);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return fflush(stdout) == 0 ? 0 : 1;
}
