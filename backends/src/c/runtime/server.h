// The server: keeps values in variables, and answers commands on standard input, a line each. The protocol is that of
// Futhark's servers. A command that fails changes nothing.

#include <getopt.h>
#include <sys/stat.h>

struct variable {
  char *name;
  const struct type *type;
  // NULL after an entry point has consumed the value.
  struct leaf *leaves;
  struct variable *next;
};

struct server {
  struct futhark_context *ctx;
  struct variable *variables;
  // The lines of the answer, or why the command failed.
  FILE *answer;
  char *failure;
  // The words of the command behind its name.
  char **args;
  int count;
};

// ----- failures and words -----

static bool refuse(struct server *s, const char *format, ...) {
  va_list list;
  if (s->failure != NULL) return false;
  va_start(list, format);
  if (vasprintf(&s->failure, format, list) < 0) s->failure = NULL;
  va_end(list);
  return false;
}

static bool too_few(struct server *s) { return refuse(s, "Insufficient command args."); }
static bool has(struct server *s, int count) { return s->count >= count || too_few(s); }
static bool out_of_memory(struct server *s) { return refuse(s, "Out of memory"); }

// Splits a line into words: characters without spaces, or any characters between two quotes. Returns -1 if a quote has no
// end.
static int split(char *line, char **words) {
  int count = 0;
  for (;;) {
    while (isspace((unsigned char)*line)) line++;
    if (*line == 0) return count;
    bool quoted = *line == '"';
    char *start = line + quoted;
    line = start;
    while (*line != 0 && (quoted ? *line != '"' : !isspace((unsigned char)*line))) line++;
    if (quoted && *line == 0) return -1;
    if (quoted && line[1] != 0 && !isspace((unsigned char)line[1])) {
      // The next word begins right behind the quote.
      *line++ = 0;
      words[count++] = start;
      continue;
    }
    if (*line != 0) *line++ = 0;
    words[count++] = start;
  }
}

static bool parse_size(struct server *s, const char *word, int64_t *size) {
  char *end;
  errno = 0;
  long long number = strtoll(word, &end, 10);
  if (!isdigit((unsigned char)word[0]) || *end != 0 || errno != 0) return refuse(s, "Invalid index or size: %s", word);
  *size = number;
  return true;
}

// ----- variables -----

static struct variable *find(struct server *s, const char *name) {
  for (struct variable *v = s->variables; v != NULL; v = v->next) {
    if (strcmp(v->name, name) == 0) return v;
  }
  refuse(s, "Unknown variable: %s", name);
  return NULL;
}

static struct variable *value_of(struct server *s, const char *name) {
  struct variable *v = find(s, name);
  if (v == NULL || v->leaves != NULL) return v;
  refuse(s, "Variable has been consumed: %s", name);
  return NULL;
}

static bool is_free(struct server *s, const char *name) {
  for (struct variable *v = s->variables; v != NULL; v = v->next) {
    if (strcmp(v->name, name) == 0) return refuse(s, "Variable already exists: %s", name);
  }
  return true;
}

// Adds a variable with leaves whose references it takes over.
static bool add(struct server *s, const char *name, const struct type *type, const struct leaf *leaves) {
  struct variable *v = calloc(1, sizeof *v);
  size_t bytes = (size_t)type->width * sizeof *leaves;
  if (v != NULL) *v = (struct variable){strdup(name), type, malloc(bytes + 1), s->variables};
  if (v == NULL || v->name == NULL || v->leaves == NULL) return out_of_memory(s);
  memcpy(v->leaves, leaves, bytes);
  s->variables = v;
  return true;
}

// The same for leaves that stay another's.
static bool add_shared(struct server *s, const char *name, const struct type *type, const struct leaf *leaves) {
  for (int k = 0; k < type->width; k++) retain(leaves[k].block);
  return add(s, name, type, leaves);
}

static void drop_leaves(struct server *s, struct leaf *leaves, int count) {
  for (int k = 0; k < count; k++) give_up(&s->ctx->host.heap, leaves[k].block);
}

static void drop_value(struct server *s, struct variable *v) {
  if (v->leaves != NULL) drop_leaves(s, v->leaves, v->type->width);
  free(v->leaves);
  v->leaves = NULL;
}

static bool drop_variable(struct server *s, const char *name) {
  struct variable *v = find(s, name);
  if (v == NULL) return false;
  struct variable **place = &s->variables;
  while (*place != v) place = &(*place)->next;
  *place = v->next;
  drop_value(s, v);
  free(v->name);
  free(v);
  return true;
}

static const struct type *type_of(struct server *s, const char *name) {
  for (const struct type *type = types; type->name != NULL; type++) {
    if (strcmp(type->name, name) == 0) return type;
  }
  refuse(s, "Unknown type %s", name);
  return NULL;
}

static const struct interface *interface_of(struct server *s, const char *name) {
  for (const struct interface *interface = interfaces; interface->name != NULL; interface++) {
    if (strcmp(interface->name, name) == 0) return interface;
  }
  refuse(s, "Unknown entry point: %s", name);
  return NULL;
}

static const struct type *of_kind(struct server *s, const struct type *type, enum kind kind, const char *what) {
  if (type == NULL || type->kind == kind) return type;
  refuse(s, "Not %s type", what);
  return NULL;
}
static const struct type *record(struct server *s, const struct type *type) { return of_kind(s, type, RECORD, "a record"); }
static const struct type *sum(struct server *s, const struct type *type) { return of_kind(s, type, SUM, "a sum"); }
static const struct type *array(struct server *s, const struct type *type) { return of_kind(s, type, ARRAY, "an array"); }

// ----- entry points and types -----

static void write_passed(struct server *s, const struct passed *passed) {
  fprintf(s->answer, "%s%s\n", passed->unique ? "*" : "", types[passed->type].name);
}

static bool do_inputs(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  for (int k = 0; entry != NULL && k < entry->input_count; k++) write_passed(s, &entry->inputs[k]);
  return entry != NULL;
}

static bool do_outputs(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  for (int k = 0; entry != NULL && k < entry->output_count; k++) write_passed(s, &entry->outputs[k]);
  return entry != NULL;
}

static bool do_output(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  if (entry != NULL) write_passed(s, &entry->whole);
  return entry != NULL;
}

static bool do_attributes(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  if (entry != NULL) fputs(entry->attributes, s->answer);
  return entry != NULL;
}

static bool do_types(struct server *s) {
  for (const struct type *type = types; type->name != NULL; type++) fprintf(s->answer, "%s\n", type->name);
  return true;
}

static bool do_entry_points(struct server *s) {
  for (const struct interface *entry = interfaces; entry->name != NULL; entry++) fprintf(s->answer, "%s\n", entry->name);
  return true;
}

static bool do_type(struct server *s) {
  struct variable *v = has(s, 1) ? find(s, s->args[0]) : NULL;
  if (v != NULL) fprintf(s->answer, "%s\n", v->type->name);
  return v != NULL;
}

static bool do_kind(struct server *s) {
  static const char *const names[] = {"primitive", "array", "record", "sum"};
  const struct type *type = has(s, 1) ? type_of(s, s->args[0]) : NULL;
  if (type != NULL) fprintf(s->answer, "%s\n", names[type->kind]);
  return type != NULL;
}

static bool do_rank(struct server *s) {
  const struct type *type = has(s, 1) ? array(s, type_of(s, s->args[0])) : NULL;
  if (type != NULL) fprintf(s->answer, "%d\n", type->rank);
  return type != NULL;
}

static bool do_elemtype(struct server *s) {
  const struct type *type = has(s, 1) ? array(s, type_of(s, s->args[0])) : NULL;
  if (type != NULL) fprintf(s->answer, "%s\n", types[type->elem].name);
  return type != NULL;
}

// Arrays of records have the fields of their elements, for `zip`.
static bool do_fields(struct server *s) {
  const struct type *type = has(s, 1) ? type_of(s, s->args[0]) : NULL;
  type = record(s, type != NULL && type->kind == ARRAY ? &types[type->elem] : type);
  for (int k = 0; type != NULL && k < type->part_count; k++) {
    fprintf(s->answer, "%s %s\n", type->parts[k].name, types[type->parts[k].types[0]].name);
  }
  return type != NULL;
}

static bool do_variants(struct server *s) {
  const struct type *type = has(s, 1) ? sum(s, type_of(s, s->args[0])) : NULL;
  for (int k = 0; type != NULL && k < type->part_count; k++) {
    const struct part *part = &type->parts[k];
    fprintf(s->answer, "%s\n", part->name);
    for (int i = 0; i < part->count; i++) fprintf(s->answer, "- %s\n", types[part->types[i]].name);
  }
  return type != NULL;
}

// ----- calls -----

// `call ENTRY OUTPUTS INPUTS`: one variable for a tuple, or one for each component.
static bool do_call(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  if (entry == NULL) return false;
  char **outs = s->args + 1;
  int count = s->count - 1 == 1 + entry->input_count ? 1 : entry->output_count;
  if (s->count - 1 < count + entry->input_count) return too_few(s);
  char **ins = outs + count;
  for (int k = 0; k < count; k++) {
    if (!is_free(s, outs[k])) return false;
    for (int i = 0; i < k; i++) {
      if (strcmp(outs[i], outs[k]) == 0) return refuse(s, "Variable already exists: %s", outs[k]);
    }
  }
  struct leaf in[MOST_ARGUMENTS], out[MOST_RESULTS];
  int at = 0;
  memset(in, 0, sizeof in);
  for (int k = 0; k < entry->input_count; k++) {
    const struct type *wanted = &types[entry->inputs[k].type];
    struct variable *v = value_of(s, ins[k]);
    if (v == NULL) return false;
    if (v->type != wanted) return refuse(s, "Wrong input type.  Expected %s, got %s.", wanted->name, v->type->name);
    memcpy(in + at, v->leaves, (size_t)wanted->width * sizeof *in);
    at += wanted->width;
  }
  double start = now_in_nanoseconds();
  if (call_entry(s->ctx, &entries[entry->number], in, out) != FUTHARK_SUCCESS) {
    char *error = futhark_context_get_error(s->ctx);
    refuse(s, "%s", error == NULL ? "Out of memory" : error);
    free(error);
    return false;
  }
  double microseconds = (now_in_nanoseconds() - start) / 1e3;
  for (int k = 0; k < entry->input_count; k++) {
    struct variable *v = entry->inputs[k].unique ? find(s, ins[k]) : NULL;
    if (v != NULL) drop_value(s, v);
  }
  at = 0;
  for (int k = 0; k < count; k++) {
    const struct type *type = &types[count == 1 ? entry->whole.type : entry->outputs[k].type];
    if (!add(s, outs[k], type, out + at)) return false;
    at += type->width;
  }
  fprintf(s->answer, "runtime: %lld\n", (long long)microseconds);
  return true;
}

// ----- files -----

// `restore FILE VARIABLE TYPE …`
static bool do_restore(struct server *s) {
  if (!has(s, 1)) return false;
  const char *name = s->args[0];
  struct reader reader;
  FILE *file = fopen(name, "rb");
  if (file == NULL) return refuse(s, "Failed to open %s: %s", name, strerror(errno));
  bool fine = read_all(file, &reader);
  fclose(file);
  if (!fine) return refuse(s, "Failed to open %s: %s", name, strerror(errno));
  struct variable *before = s->variables;
  int k = 1;
  for (; fine && k < s->count; k += 2) {
    const struct type *type = k + 1 < s->count ? (is_free(s, s->args[k]) ? type_of(s, s->args[k + 1]) : NULL) : (too_few(s), NULL);
    struct leaf *leaves = type == NULL ? NULL : calloc((size_t)type->width + 1, sizeof *leaves);
    int read = 0;
    while (leaves != NULL && read < type->width && read_leaf(s->ctx, &reader, type->leaves[read], &leaves[read])) read++;
    fine = leaves != NULL && read == type->width;
    if (leaves != NULL && !fine) {
      refuse(s, "Failed to restore variable %s.\nPossibly malformed data in %s", s->args[k], name);
      drop_leaves(s, leaves, read);
    }
    fine = fine && add(s, s->args[k], type, leaves);
    free(leaves);
  }
  if (fine && !at_end(&reader)) fine = refuse(s, "Expected EOF after reading %d values from %s", (k - 1) / 2, name);
  free((void *)(uintptr_t)reader.data);
  while (!fine && s->variables != before) (void)drop_variable(s, s->variables->name);
  return fine;
}

// `store FILE VARIABLE …`: a new file is there whole, or not at all. A file that exists is written in place, as its reader
// may have opened it before.
static bool do_store(struct server *s) {
  if (!has(s, 1)) return false;
  const char *name = s->args[0];
  char *scratch = NULL;
  FILE *file = NULL;
  for (int k = 1; k < s->count; k++) {
    if (value_of(s, s->args[k]) == NULL) return false;
  }
  struct stat status;
  if (stat(name, &status) == 0) {
    file = fopen(name, "wb");
  } else if (asprintf(&scratch, "%s.XXXXXX", name) >= 0) {
    int number = mkstemp(scratch);
    file = number < 0 ? NULL : fdopen(number, "wb");
  }
  bool fine = file != NULL;
  for (int k = 1; fine && k < s->count; k++) {
    struct variable *v = find(s, s->args[k]);
    for (int i = 0; i < v->type->width; i++) write_binary(file, v->type->leaves[i], &v->leaves[i]);
  }
  if (file != NULL) fine = fclose(file) == 0 && (scratch == NULL || rename(scratch, name) == 0);
  if (!fine) refuse(s, "Failed to open %s: %s", name, strerror(errno));
  if (!fine && file != NULL && scratch != NULL) (void)unlink(scratch);
  free(scratch);
  return fine;
}

static bool do_free(struct server *s) {
  for (int k = 0; k < s->count; k++) {
    if (!drop_variable(s, s->args[k])) return false;
  }
  return true;
}

static bool do_rename(struct server *s) {
  struct variable *v = has(s, 2) ? find(s, s->args[0]) : NULL;
  if (v == NULL || !is_free(s, s->args[1])) return false;
  char *name = strdup(s->args[1]);
  if (name == NULL) return out_of_memory(s);
  free(v->name);
  v->name = name;
  return true;
}

// ----- records and sums -----

// Puts the leaves of variables, which must be of these types, one after the other. The leaves stay theirs.
static bool leaves_of(struct server *s, const int *wanted, char **names, int count, struct leaf *leaves) {
  for (int k = 0; k < count; k++) {
    const struct type *type = &types[wanted[k]];
    struct variable *v = value_of(s, names[k]);
    if (v == NULL) return false;
    if (v->type != type) {
      return refuse(s, "Type mismatch: %s has type %s, but %s is needed.", names[k], v->type->name, type->name);
    }
    memcpy(leaves, v->leaves, (size_t)type->width * sizeof *leaves);
    leaves += type->width;
  }
  return true;
}

// `new VARIABLE TYPE FIELDS`
static bool do_new(struct server *s) {
  const struct type *type = has(s, 2) && is_free(s, s->args[0]) ? record(s, type_of(s, s->args[1])) : NULL;
  if (type == NULL) return false;
  int given = s->count - 2, at = 0;
  if (given != type->part_count) {
    return refuse(s, "%d fields expected but %d values provided.", given, type->part_count);
  }
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  for (int k = 0; fine && k < given; k++) {
    fine = leaves_of(s, type->parts[k].types, s->args + 2 + k, 1, leaves + at);
    at += types[type->parts[k].types[0]].width;
  }
  fine = fine && add_shared(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// `project TO FROM FIELD`
static bool do_project(struct server *s) {
  struct variable *v = has(s, 3) && is_free(s, s->args[0]) ? value_of(s, s->args[1]) : NULL;
  const struct type *type = v == NULL ? NULL : record(s, v->type);
  for (int k = 0; type != NULL && k < type->part_count; k++) {
    const struct part *part = &type->parts[k];
    if (strcmp(part->name, s->args[2]) != 0) continue;
    return add_shared(s, s->args[0], &types[part->types[0]], v->leaves + part->at);
  }
  return type != NULL && refuse(s, "Type %s has no field %s", type->name, s->args[2]);
}

// `construct VARIABLE TYPE VARIANT OPERANDS`
static bool do_construct(struct server *s) {
  const struct type *type = has(s, 3) && is_free(s, s->args[0]) ? sum(s, type_of(s, s->args[1])) : NULL;
  if (type == NULL) return false;
  int number = 0, given = s->count - 3;
  while (number < type->part_count && strcmp(type->parts[number].name, s->args[2]) != 0) number++;
  if (number == type->part_count) return refuse(s, "Type %s has no variant %s", type->name, s->args[2]);
  const struct part *part = &type->parts[number];
  if (part->count != given) return refuse(s, "%d values expected but %d values provided.", part->count, given);
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  if (leaves == NULL) return out_of_memory(s);
  // What other constructors would have is void.
  for (int k = 0; k < type->width; k++) leaves[k].is_void = true;
  leaves[0] = (struct leaf){.word = (uint64_t)number};
  bool fine = leaves_of(s, part->types, s->args + 3, given, leaves + part->at);
  fine = fine && add_shared(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// The constructor of a sum.
static const struct part *constructor(struct server *s, struct variable *v) {
  const struct type *type = v == NULL ? NULL : sum(s, v->type);
  if (type == NULL) return NULL;
  if (v->leaves[0].word < (uint64_t)type->part_count) return &type->parts[v->leaves[0].word];
  refuse(s, "Not a value of its type");
  return NULL;
}

static bool do_variant(struct server *s) {
  const struct part *part = has(s, 1) ? constructor(s, value_of(s, s->args[0])) : NULL;
  if (part != NULL) fprintf(s->answer, "%s\n", part->name);
  return part != NULL;
}

// `destruct VARIABLE OUTPUTS`
static bool do_destruct(struct server *s) {
  struct variable *v = has(s, 1) ? value_of(s, s->args[0]) : NULL;
  const struct part *part = constructor(s, v);
  if (part == NULL) return false;
  int given = s->count - 1, at = part->at;
  if (part->count != given) return refuse(s, "%d variables expected but %d provided.", part->count, given);
  for (int k = 0; k < given; k++) {
    if (!is_free(s, s->args[1 + k])) return false;
  }
  for (int k = 0; k < given; k++) {
    const struct type *type = &types[part->types[k]];
    if (!add_shared(s, s->args[1 + k], type, v->leaves + at)) return false;
    at += type->width;
  }
  return true;
}

// ----- arrays -----

static bool do_shape(struct server *s) {
  struct variable *v = has(s, 1) ? value_of(s, s->args[0]) : NULL;
  const struct type *type = v == NULL ? NULL : array(s, v->type);
  for (int k = 0; type != NULL && k < type->rank; k++) fprintf(s->answer, "%" PRId64 "\n", v->leaves[0].shape[k]);
  return type != NULL;
}

// The place of an element whose indices are the words from number `from` on.
static bool place_of_element(struct server *s, struct variable *v, int from, int64_t *place) {
  int rank = v->type->rank;
  if (s->count - from != rank) return refuse(s, "%d indices expected but %d provided.", rank, s->count - from);
  *place = 0;
  for (int k = 0; k < rank; k++) {
    int64_t index;
    if (!parse_size(s, s->args[from + k], &index)) return false;
    if (index >= v->leaves[0].shape[k]) return refuse(s, "Index out of bounds");
    *place = *place * v->leaves[0].shape[k] + index;
  }
  return true;
}

// The bytes of an element in a leaf of an array.
static size_t element_bytes(const struct leaf *leaf, struct leaf_type type, int rank) {
  size_t bytes = prim_size(type.prim);
  for (int k = rank; k < type.rank; k++) bytes *= (size_t)leaf->shape[k];
  return bytes;
}

static void *data_of(struct leaf *leaf, int rank) { return rank == 0 ? (void *)&leaf->word : leaf->block->data; }

// `index TO FROM INDICES`
static bool do_index(struct server *s) {
  struct variable *v = has(s, 2) && is_free(s, s->args[0]) ? value_of(s, s->args[1]) : NULL;
  const struct type *type = v == NULL ? NULL : array(s, v->type);
  int64_t place;
  if (type == NULL || !place_of_element(s, v, 2, &place)) return false;
  const struct type *elem = &types[type->elem];
  struct leaf *leaves = calloc((size_t)elem->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  int to = 0;
  for (int k = 0; fine && k < type->width; k++) {
    if (!type->kept[k]) continue;
    struct leaf_type inner = {type->leaves[k].prim, type->leaves[k].rank - type->rank};
    for (int i = 0; i < inner.rank; i++) leaves[to].shape[i] = v->leaves[k].shape[type->rank + i];
    size_t bytes = element_bytes(&v->leaves[k], type->leaves[k], type->rank);
    fine = inner.rank == 0 || new_leaf(s->ctx, &leaves[to], inner) || out_of_memory(s);
    if (fine && bytes > 0) {
      memcpy(data_of(&leaves[to], inner.rank), (char *)v->leaves[k].block->data + (size_t)place * bytes, bytes);
    }
    to++;
  }
  fine = fine && add(s, s->args[0], elem, leaves);
  free(leaves);
  return fine;
}

// Makes sure that nobody else has the elements of a leaf.
static bool own_leaf(struct server *s, struct leaf *leaf, struct leaf_type type) {
  if (leaf->block->references == 1) return true;
  struct leaf own = *leaf;
  if (!new_leaf(s->ctx, &own, type)) return out_of_memory(s);
  memcpy(own.block->data, leaf->block->data, (size_t)element_count(&own, type.rank) * prim_size(type.prim));
  give_up(&s->ctx->host.heap, leaf->block);
  *leaf = own;
  return true;
}

// `set ARRAY VALUE INDICES`
static bool do_set(struct server *s) {
  struct variable *v = has(s, 2) ? value_of(s, s->args[0]) : NULL, *from = v == NULL ? NULL : value_of(s, s->args[1]);
  const struct type *type = from == NULL ? NULL : array(s, v->type);
  int64_t place;
  if (type == NULL || !place_of_element(s, v, 2, &place)) return false;
  const struct type *elem = &types[type->elem];
  if (from->type != elem) {
    return refuse(s, "Type mismatch: %s has type %s, but %s is needed.", s->args[1], from->type->name, elem->name);
  }
  for (int k = 0, to = 0; k < type->width; to += type->kept[k], k++) {
    int inner = type->leaves[k].rank - type->rank;
    if (!type->kept[k] || inner == 0) continue;
    if (memcmp(from->leaves[to].shape, v->leaves[k].shape + type->rank, (size_t)inner * sizeof(int64_t)) == 0) continue;
    return refuse(s, "The value has other sizes than the elements");
  }
  for (int k = 0, to = 0; k < type->width; to += type->kept[k], k++) {
    if (!type->kept[k]) continue;
    size_t bytes = element_bytes(&v->leaves[k], type->leaves[k], type->rank);
    if (!own_leaf(s, &v->leaves[k], type->leaves[k])) return false;
    if (bytes == 0) continue;
    const void *data = data_of(&from->leaves[to], type->leaves[k].rank - type->rank);
    memcpy((char *)v->leaves[k].block->data + (size_t)place * bytes, data, bytes);
  }
  return true;
}

// Fills a leaf of a new array from the leaves number `to` of its elements. Empty records have no leaves of their own.
static bool fill_array(struct server *s, const struct type *type, int k, int to, char **names, struct leaf *leaf) {
  struct leaf_type of = type->leaves[k];
  int inner = of.rank - type->rank;
  int64_t count = element_count(leaf, type->rank);
  for (int64_t i = 0; i < count; i++) {
    const struct leaf *own = type->kept[k] ? &find(s, names[i])->leaves[to] : NULL;
    if (i == 0 && own != NULL) memcpy(leaf->shape + type->rank, own->shape, (size_t)inner * sizeof(int64_t));
    if (own != NULL && memcmp(leaf->shape + type->rank, own->shape, (size_t)inner * sizeof(int64_t)) != 0) {
      return refuse(s, "The elements have different sizes");
    }
  }
  if (!new_leaf(s->ctx, leaf, of)) return out_of_memory(s);
  size_t bytes = element_bytes(leaf, of, type->rank);
  for (int64_t i = 0; i < count && bytes > 0; i++) {
    char *at = (char *)leaf->block->data + (size_t)i * bytes;
    if (type->kept[k]) memcpy(at, data_of(&find(s, names[i])->leaves[to], inner), bytes);
    else memset(at, 0, bytes);
  }
  return true;
}

// `new_array VARIABLE TYPE SIZES ELEMENTS`
static bool do_new_array(struct server *s) {
  const struct type *type = has(s, 2) && is_free(s, s->args[0]) ? array(s, type_of(s, s->args[1])) : NULL;
  if (type == NULL || !has(s, 2 + type->rank)) return false;
  char **names = s->args + 2 + type->rank;
  int64_t shape[MOST_RANK], count = 1;
  int given = s->count - 2 - type->rank;
  for (int k = 0; k < type->rank; k++) {
    if (!parse_size(s, s->args[2 + k], &shape[k])) return false;
    count = shape[k] != 0 && count > INT64_MAX / shape[k] ? INT64_MAX : count * shape[k];
  }
  if (count != given) return refuse(s, "%" PRId64 " elements expected but %d values provided.", count, given);
  const struct type *elem = &types[type->elem];
  for (int k = 0; k < given; k++) {
    struct variable *v = value_of(s, names[k]);
    if (v == NULL) return false;
    if (v->type == elem) continue;
    return refuse(s, "Type mismatch: %s has type %s, but %s is needed.", names[k], v->type->name, elem->name);
  }
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  for (int k = 0, to = 0; fine && k < type->width; to += type->kept[k], k++) {
    memcpy(leaves[k].shape, shape, (size_t)type->rank * sizeof *shape);
    fine = fill_array(s, type, k, to, names, &leaves[k]);
    if (!fine) drop_leaves(s, leaves, k);
  }
  fine = fine && add(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// `zip VARIABLE TYPE ARRAYS`
static bool do_zip(struct server *s) {
  const struct type *type = has(s, 2) && is_free(s, s->args[0]) ? array(s, type_of(s, s->args[1])) : NULL;
  const struct type *elem = type == NULL ? NULL : record(s, &types[type->elem]);
  if (elem == NULL) return false;
  int given = s->count - 2, at = 0;
  if (given != elem->part_count) {
    return refuse(s, "%d fields expected but %d values provided.", given, elem->part_count);
  }
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  for (int k = 0; fine && k < given; k++) {
    struct variable *v = value_of(s, s->args[2 + k]);
    fine = v != NULL;
    if (fine && (type->arrays[k] < 0 || v->type != &types[type->arrays[k]])) {
      const char *field = types[elem->parts[k].types[0]].name;
      fine = refuse(s, "Type mismatch: %s has type %s, but an array of %s is needed.", s->args[2 + k], v->type->name, field);
    }
    if (!fine) break;
    memcpy(leaves + at, v->leaves, (size_t)v->type->width * sizeof *leaves);
    at += v->type->width;
    if (memcmp(v->leaves[0].shape, leaves[0].shape, (size_t)type->rank * sizeof(int64_t)) != 0) {
      fine = refuse(s, "Cannot zip arrays with different shapes");
    }
  }
  fine = fine && add_shared(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// `unzip ARRAY OUTPUTS`
static bool do_unzip(struct server *s) {
  struct variable *v = has(s, 1) ? value_of(s, s->args[0]) : NULL;
  const struct type *type = v == NULL ? NULL : array(s, v->type);
  const struct type *elem = type == NULL ? NULL : record(s, &types[type->elem]);
  if (elem == NULL) return false;
  int given = s->count - 1, at = 0;
  if (given != elem->part_count) {
    return refuse(s, "%d fields expected but %d variables provided.", elem->part_count, given);
  }
  for (int k = 0; k < given; k++) {
    if (!is_free(s, s->args[1 + k])) return false;
    if (type->arrays[k] >= 0) continue;
    return refuse(s, "No entry point has arrays of type %s", types[elem->parts[k].types[0]].name);
  }
  for (int k = 0; k < given; k++) {
    const struct type *field = &types[type->arrays[k]];
    if (!add_shared(s, s->args[1 + k], field, v->leaves + at)) return false;
    at += field->width;
  }
  return true;
}

// ----- profiles and tuning -----

static bool do_clear(struct server *s) {
  s->ctx->event_count = 0;
  return futhark_context_clear_caches(s->ctx) == FUTHARK_SUCCESS;
}

static bool do_pause(struct server *s) {
  futhark_context_pause_profiling(s->ctx);
  return true;
}

static bool do_unpause(struct server *s) {
  futhark_context_unpause_profiling(s->ctx);
  return true;
}

static bool do_report(struct server *s) {
  char *report = futhark_context_report(s->ctx);
  if (report == NULL) return out_of_memory(s);
  fprintf(s->answer, "%s\n", report);
  free(report);
  return true;
}

static bool do_set_tuning_param(struct server *s) {
  return has(s, 2) && refuse(s, "Failed to set tuning parameter %s to %s", s->args[0], s->args[1]);
}

static bool do_get_tuning_param(struct server *s) {
  return has(s, 1) && refuse(s, "Unknown tuning parameter: %s", s->args[0]);
}

static bool do_tuning_params(struct server *s) { return has(s, 1) && interface_of(s, s->args[0]) != NULL; }

// ----- commands -----

static const struct command {
  const char *name;
  bool (*run)(struct server *s);
} commands[] = {
    {"types", do_types}, {"entry_points", do_entry_points}, {"inputs", do_inputs}, {"outputs", do_outputs},
    {"output", do_output}, {"attributes", do_attributes}, {"call", do_call}, {"restore", do_restore},
    {"store", do_store}, {"free", do_free}, {"rename", do_rename}, {"clear", do_clear},
    {"pause_profiling", do_pause}, {"unpause_profiling", do_unpause}, {"report", do_report},
    {"set_tuning_param", do_set_tuning_param}, {"get_tuning_param", do_get_tuning_param},
    {"tuning_params", do_tuning_params}, {"tuning_param_class", do_get_tuning_param}, {"type", do_type},
    {"kind", do_kind}, {"rank", do_rank}, {"elemtype", do_elemtype}, {"fields", do_fields},
    {"variants", do_variants}, {"new", do_new}, {"project", do_project}, {"construct", do_construct},
    {"destruct", do_destruct}, {"variant", do_variant}, {"new_array", do_new_array}, {"set", do_set},
    {"shape", do_shape}, {"index", do_index}, {"zip", do_zip}, {"unzip", do_unzip}};

static bool run_command(struct server *s, char *line, char **words) {
  int count = split(line, words);
  if (count < 0) return refuse(s, "A quote has no end");
  if (count == 0) return refuse(s, "Empty line");
  s->args = words + 1;
  s->count = count - 1;
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    if (strcmp(commands[k].name, words[0]) == 0) return commands[k].run(s);
  }
  return refuse(s, "Unknown command: %s", words[0]);
}

// Writes the answer to a line.
static void answer_line(struct server *s, char *line) {
  char *text = NULL;
  size_t size = 0;
  char **words = malloc((strlen(line) / 2 + 2) * sizeof *words);
  s->answer = open_memstream(&text, &size);
  s->failure = NULL;
  if (words == NULL || s->answer == NULL) exit(1);
  bool fine = run_command(s, line, words);
  fclose(s->answer);
  if (!fine) {
    size_t length = s->failure == NULL ? 0 : strlen(s->failure);
    printf("%%%%%% FAILURE\n%s%s", s->failure == NULL ? "" : s->failure, length > 0 && s->failure[length - 1] == '\n' ? "" : "\n");
  } else {
    fwrite(text, 1, size, stdout);
  }
  printf("%%%%%% OK\n");
  fflush(stdout);
  free(s->failure);
  free(text);
  free(words);
}

static void parse_options(struct futhark_context_config *config, int argc, char **argv) {
  static const struct option names[] = {{"debugging", no_argument, NULL, 'D'},      {"log", no_argument, NULL, 'L'},
                                        {"profile", no_argument, NULL, 'P'},        {"num-threads", required_argument, NULL, 't'},
                                        {"cache-file", required_argument, NULL, 'c'}, {"tuning", required_argument, NULL, 'c'},
                                        {"param", required_argument, NULL, 'c'},    {"print-params", no_argument, NULL, 'p'},
                                        {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};
  int c;
  while ((c = getopt_long(argc, argv, "DLPh", names, NULL)) != -1) {
    switch (c) {
      case 'D': futhark_context_config_set_debugging(config, 1); break;
      case 'L': futhark_context_config_set_logging(config, 1); break;
      case 'P': futhark_context_config_set_profiling(config, 1); break;
      case 't': futhark_context_config_set_num_threads(config, atoi(optarg)); break;
      case 'c': break;
      case 'p': exit(0);
      case 'h': printf("Usage: %s [-D] [-L] [-P] [--num-threads INT]\n", argv[0]); exit(0);
      default: exit(1);
    }
  }
}

int main(int argc, char **argv) {
  struct futhark_context_config *config = futhark_context_config_new();
  if (config == NULL) return 1;
  parse_options(config, argc, argv);
  struct server server = {.ctx = futhark_context_new(config)};
  if (server.ctx == NULL) return 1;
  printf("%%%%%% OK\n");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) >= 0) answer_line(&server, line);
  free(line);
  while (server.variables != NULL) (void)drop_variable(&server, server.variables->name);
  futhark_context_free(server.ctx);
  futhark_context_config_free(config);
  return 0;
}
