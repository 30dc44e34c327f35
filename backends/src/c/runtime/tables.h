// The types of the program's tables: entry points and traces.

// A value of a primitive type, or an array of such values. It is void if it belongs to a constructor that a sum does
// not have: then it has any value, and any sizes.
struct leaf {
  uint64_t word;
  struct block *block;
  bool is_void;
  int64_t shape[MOST_RANK];
};

struct leaf_type {
  enum prim prim;
  int rank;
};

// A size of an argument: a number; or the number of a size that it binds, or that it must equal.
enum size_kind { FIXED, FRESH, SAME };
struct size {
  enum size_kind kind;
  int64_t value;
};

// An argument. `bound`: the number of the size that a scalar is, or -1.
struct argument {
  enum prim prim;
  int rank, bound;
  const struct size *sizes;
  const char *label;
};

struct entry {
  const char *name;
  int (*run)(struct worker *w, const struct leaf *in, struct leaf *out);
  int inputs, outputs;
  const struct argument *arguments;
  const struct leaf_type *results;
};

FN int64_t element_count(const struct leaf *leaf, int rank) {
  int64_t count = 1;
  for (int k = 0; k < rank; k++) {
    if (leaf->shape[k] <= 0) return 0;
    count *= leaf->shape[k];
  }
  return count;
}

// ----- how values are shown -----

// A number as few digits as read back as the same number, with or without its type.
FN void show_float(FILE *file, double x, bool single, const char *type) {
  char text[64];
  if (isnan(x) || isinf(x)) {
    const char *name = isnan(x) ? "nan" : "inf";
    if (type[0] == 0) fprintf(file, "%s%s", x < 0 ? "-" : "", name);
    else fprintf(file, "%s%s.%s", x < 0 ? "-" : "", type, name);
    return;
  }
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, x);
    if (single ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x) break;
  }
  fprintf(file, "%s%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "", type);
}

FN void show_number(FILE *file, enum prim prim, uint64_t word, bool typed) {
  const char *type = typed ? prim_name(prim) : "";
  switch (prim) {
    case I8: fprintf(file, "%d%s", i8_of_word(word), type); break;
    case I16: fprintf(file, "%d%s", i16_of_word(word), type); break;
    case I32: fprintf(file, "%" PRId32 "%s", i32_of_word(word), type); break;
    case I64: fprintf(file, "%" PRId64 "%s", i64_of_word(word), type); break;
    case U8: fprintf(file, "%u%s", u8_of_word(word), type); break;
    case U16: fprintf(file, "%u%s", u16_of_word(word), type); break;
    case U32: fprintf(file, "%" PRIu32 "%s", u32_of_word(word), type); break;
    case U64: fprintf(file, "%" PRIu64 "%s", word, type); break;
    case F16: show_float(file, (double)f32_of_f16(f16_of_word(word)), true, type); break;
    case F32: show_float(file, (double)f32_of_word(word), true, type); break;
    case F64: show_float(file, f64_of_word(word), false, type); break;
    case BOOL: fprintf(file, "%s", bool_of_word(word) ? "true" : "false"); break;
  }
}

// A leaf with strides, as traces have it. `rank` is -1 for a number, which is then `word`.
struct strided {
  enum prim prim;
  int rank;
  uint64_t word;
  const char *data;
  int64_t sizes[MOST_RANK > MOST_TRACED ? MOST_RANK : MOST_TRACED], strides[MOST_RANK > MOST_TRACED ? MOST_RANK : MOST_TRACED];
};

// Shows a value whose leaves are numbered, by a text of its form: the value, with the numbers of leaves in the place of
// numbers and of arrays of numbers. `()0` is the empty tuple; `<0: #none | #some 1>` is a sum, of which leaf 0 is the
// tag.
struct shower {
  FILE *file;
  const struct strided *leaves;
  bool typed;
  // The indices of the arrays around, and how many there are.
  int64_t place[64];
  int depth;
};

FN uint64_t element_word(const struct strided *leaf, int64_t offset) {
  uint64_t word = 0;
  memcpy(&word, leaf->data + offset * (int64_t)prim_size(leaf->prim), prim_size(leaf->prim));
  return word;
}

FN int64_t place_of(const struct shower *s, const struct strided *leaf) {
  int64_t offset = 0;
  for (int k = 0; k < s->depth && k < leaf->rank; k++) offset += s->place[k] * leaf->strides[k];
  return offset;
}

static void show_rows(struct shower *s, const struct strided *leaf, int dimension, int64_t offset) {
  if (dimension >= leaf->rank) {
    show_number(s->file, leaf->prim, element_word(leaf, offset), s->typed);
    return;
  }
  fputc('[', s->file);
  for (int64_t k = 0; k < leaf->sizes[dimension]; k++) {
    if (k > 0) fputs(", ", s->file);
    show_rows(s, leaf, dimension + 1, offset + k * leaf->strides[dimension]);
  }
  fputc(']', s->file);
}

FN void show_leaf(struct shower *s, const struct strided *leaf) {
  if (leaf->rank < 0) show_number(s->file, leaf->prim, leaf->word, s->typed);
  else show_rows(s, leaf, s->depth, place_of(s, leaf));
}

FN long form_number(const char **form) {
  char *end;
  long number = strtol(*form, &end, 10);
  *form = end;
  return number;
}

// Shows what a form says, or skips it. Returns the number of some leaf.
static long show_form(struct shower *s, const char **form, bool show);

// Shows parts up to a closing bracket.
static long show_parts(struct shower *s, const char **form, char close, bool show) {
  long leaf = 0;
  if (show) fputc((*form)[-1], s->file);
  while (**form != close) {
    // What stands between parts: commas and labels.
    const char *start = *form;
    if (start[0] == ',') *form += 2;
    if (close == '}') *form = strstr(*form, " = ") + 3;
    if (show) fwrite(start, 1, (size_t)(*form - start), s->file);
    leaf = show_form(s, form, show);
  }
  ++*form;
  if (show) fputc(close, s->file);
  return leaf;
}

static long show_array(struct shower *s, const char **form, bool show) {
  const char *elem = *form;
  long leaf = show_form(s, form, false);
  int64_t size = s->leaves[leaf].rank > s->depth ? s->leaves[leaf].sizes[s->depth] : 0;
  if (show) fputc('[', s->file);
  for (int64_t k = 0; show && k < size; k++) {
    const char *again = elem;
    if (k > 0) fputs(", ", s->file);
    s->place[s->depth++] = k;
    (void)show_form(s, &again, true);
    s->depth--;
  }
  if (show) fputc(']', s->file);
  ++*form;
  return leaf;
}

// Shows an operand of a constructor: in parentheses if it is a constructor with operands.
static void show_operand(struct shower *s, const char **form, bool show) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = s->file;
  if (!show || (s->file = open_memstream(&text, &size)) == NULL) {
    s->file = file;
    (void)show_form(s, form, show);
    return;
  }
  (void)show_form(s, form, true);
  fclose(s->file);
  s->file = file;
  fprintf(file, text[0] == '#' && strchr(text, ' ') != NULL ? " (%s)" : " %s", text);
  free(text);
}

static long show_sum(struct shower *s, const char **form, bool show) {
  long leaf = form_number(form), tag = 0, wanted = -1;
  if (show) {
    const struct strided *tags = &s->leaves[leaf];
    wanted = (long)(tags->rank < 0 ? tags->word & 255 : element_word(tags, place_of(s, tags)));
  }
  *form += 2;
  for (;; tag++) {
    const char *name = *form;
    *form += strcspn(*form, " >");
    if (tag == wanted) fwrite(name, 1, (size_t)(*form - name), s->file);
    while ((*form)[0] == ' ' && (*form)[1] != '|') {
      ++*form;
      show_operand(s, form, tag == wanted);
    }
    if (**form == '>') break;
    *form += 3;
  }
  ++*form;
  return leaf;
}

static long show_form(struct shower *s, const char **form, bool show) {
  char first = *(*form)++;
  switch (first) {
    case '[': return show_array(s, form, show);
    case '{': return show_parts(s, form, '}', show);
    case '<': return show_sum(s, form, show);
    case '(':
      if (**form != ')') return show_parts(s, form, ')', show);
      if (show) fputs("()", s->file);
      ++*form;
      return form_number(form);
    default: {
      --*form;
      long leaf = form_number(form);
      if (show) show_leaf(s, &s->leaves[leaf]);
      return leaf;
    }
  }
}

// ----- traces -----

struct traced {
  enum prim prim;
  int rank;
};

// A tuning parameter.
struct parameter {
  const char *name, *class;
};

struct trace {
  const char *label, *form;
  int count;
  const struct traced *leaves;
};

// Prints a trace. The words of a number are its own, those of an array its address, and a size and a stride for each
// dimension.
UNUSED static void trace(struct worker *w, const struct trace *trace, const uint64_t *words) {
  struct strided leaves[MOST_LEAVES];
  for (int k = 0; k < trace->count; k++) {
    struct strided *leaf = &leaves[k];
    *leaf = (struct strided){.prim = trace->leaves[k].prim, .rank = trace->leaves[k].rank, .word = *words};
    leaf->data = leaf->rank < 0 ? NULL : (const char *)(uintptr_t)*words;
    words++;
    for (int dimension = 0; dimension < leaf->rank; dimension++) {
      leaf->sizes[dimension] = (int64_t)*words++;
      leaf->strides[dimension] = (int64_t)*words++;
    }
  }
  FILE *file = w->shared->log;
  struct shower shower = {.file = file, .leaves = leaves};
  const char *form = trace->form;
  fprintf(file, "%s: ", trace->label);
  (void)show_form(&shower, &form, true);
  fputc('\n', file);
}
