// What the functions of a library have in common. A value of a caller is a list of leaves.

// A copy of leaves with references of its own. Without memory for it, there is none.
UNUSED static void *share(struct futhark_context *ctx, const struct leaf *leaves, size_t count) {
  struct leaf *value = calloc(count == 0 ? 1 : count, sizeof *value);
  pthread_mutex_lock(&ctx->lock);
  if (value == NULL) set_error(ctx, "Error: Out of memory.\n");
  for (size_t k = 0; value != NULL && k < count; k++) {
    value[k] = leaves[k];
    retain(leaves[k].block);
  }
  pthread_mutex_unlock(&ctx->lock);
  return value;
}

// Gives up the references of leaves.
UNUSED static void give_up_leaves(struct futhark_context *ctx, const struct leaf *leaves, size_t count) {
  pthread_mutex_lock(&ctx->lock);
  for (size_t k = 0; k < count; k++) give_up(&ctx->host.heap, leaves[k].block);
  pthread_mutex_unlock(&ctx->lock);
}

// The same, for leaves whose references are not needed any more.
UNUSED static void *keep(struct futhark_context *ctx, const struct leaf *leaves, size_t count) {
  void *value = share(ctx, leaves, count);
  give_up_leaves(ctx, leaves, count);
  return value;
}

UNUSED static int free_value(struct futhark_context *ctx, struct leaf *leaves, size_t count) {
  if (leaves == NULL) return FUTHARK_SUCCESS;
  give_up_leaves(ctx, leaves, count);
  free(leaves);
  return FUTHARK_SUCCESS;
}

FN struct leaf number(uint64_t word) {
  struct leaf leaf;
  memset(&leaf, 0, sizeof leaf);
  leaf.word = word;
  return leaf;
}

UNUSED static void *new_array(struct futhark_context *ctx, struct leaf_type type, const void *data, const int64_t *shape) {
  struct leaf leaf = number(0);
  for (int k = 0; k < type.rank; k++) {
    leaf.shape[k] = shape[k];
    if (shape[k] >= 0) continue;
    set_error(ctx, "Error: A dimension of an array is negative.\n");
    return NULL;
  }
  if (!new_leaf(ctx, &leaf, type)) return NULL;
  size_t count = (size_t)element_count(&leaf, type.rank);
  if (count > 0) memcpy(leaf.block->data, data, count * prim_size(type.prim));
  return keep(ctx, &leaf, 1);
}

UNUSED static int array_values(const struct leaf *leaf, struct leaf_type type, void *data) {
  size_t count = (size_t)element_count(leaf, type.rank);
  if (count > 0) memcpy(data, leaf->block->data, count * prim_size(type.prim));
  return FUTHARK_SUCCESS;
}

// The place of an element among those of its array; -1 if there is none.
UNUSED static int64_t place_in(struct futhark_context *ctx, const struct leaf *leaf, int rank, const int64_t *indices) {
  int64_t place = 0;
  for (int k = 0; k < rank; k++) {
    if (indices[k] < 0 || indices[k] >= leaf->shape[k]) {
      set_error(ctx, "Index out of bounds.");
      return -1;
    }
    place = place * leaf->shape[k] + indices[k];
  }
  return place;
}

UNUSED static int array_index(struct futhark_context *ctx, void *out, const struct leaf *leaf, struct leaf_type type, const int64_t *indices) {
  int64_t place = place_in(ctx, leaf, type.rank, indices);
  size_t size = prim_size(type.prim);
  if (place < 0) return 1;
  memcpy(out, (const char *)leaf->block->data + (size_t)place * size, size);
  return FUTHARK_SUCCESS;
}

// A leaf of an element: `type` is that of the leaf of the array of `rank` dimensions.
UNUSED static bool element_leaf(struct futhark_context *ctx, struct leaf *out, const struct leaf *array, struct leaf_type type, int rank, int64_t place) {
  struct leaf_type inner = {type.prim, type.rank - rank};
  *out = number(0);
  for (int k = 0; k < inner.rank; k++) out->shape[k] = array->shape[rank + k];
  size_t count = (size_t)element_count(out, inner.rank), bytes = count * prim_size(type.prim);
  if (inner.rank > 0 && !new_leaf(ctx, out, inner)) return false;
  void *to = inner.rank == 0 ? (void *)&out->word : out->block->data;
  if (bytes > 0) memcpy(to, (const char *)array->block->data + (size_t)place * bytes, bytes);
  return true;
}

// Whether arrays agree in their outer dimensions.
UNUSED static bool zips(struct futhark_context *ctx, const struct leaf *leaves, size_t count, int rank) {
  for (size_t k = 1; k < count; k++) {
    if (memcmp(leaves[k].shape, leaves[0].shape, (size_t)rank * sizeof leaves->shape[0]) == 0) continue;
    set_error(ctx, "Cannot zip arrays with different shapes.");
    return false;
  }
  return true;
}

// ----- values as bytes -----

FN size_t stored_size(const struct leaf *leaf, struct leaf_type type) {
  size_t count = type.rank == 0 ? 1 : (size_t)element_count(leaf, type.rank);
  return 7 + 8 * (size_t)type.rank + count * prim_size(type.prim);
}

FN const char *stored_type(enum prim prim) {
  static const char *const names[] = {"  i8", " i16", " i32", " i64", "  u8", " u16", " u32", " u64", " f16", " f32", " f64", "bool"};
  return names[prim];
}

// Stores a value in Futhark's binary format: in memory of the caller's, or in new memory that the caller frees.
UNUSED static int store_value(struct futhark_context *ctx, const struct leaf_type *types, const struct leaf *leaves, size_t count, void **p, size_t *n) {
  size_t size = 0;
  for (size_t k = 0; k < count; k++) size += stored_size(&leaves[k], types[k]);
  *n = size;
  if (p == NULL) return FUTHARK_SUCCESS;
  if (*p == NULL) *p = malloc(size == 0 ? 1 : size);
  if (*p == NULL) {
    set_error(ctx, "Error: Out of memory.\n");
    return FUTHARK_OUT_OF_MEMORY;
  }
  char *at = *p;
  for (size_t k = 0; k < count; k++) {
    struct leaf_type type = types[k];
    at[0] = 'b';
    at[1] = 2;
    at[2] = (char)type.rank;
    memcpy(at + 3, stored_type(type.prim), 4);
    memcpy(at + 7, leaves[k].shape, 8 * (size_t)type.rank);
    char *data = at + 7 + 8 * type.rank;
    if (type.rank == 0) memcpy(data, &leaves[k].word, prim_size(type.prim));
    else (void)array_values(&leaves[k], type, data);
    at += stored_size(&leaves[k], type);
  }
  return FUTHARK_SUCCESS;
}

// The value that bytes stand for, which `store_value` has made. Other bytes are refused as soon as they differ.
UNUSED static void *restore_value(struct futhark_context *ctx, const struct leaf_type *types, size_t count, const void *p) {
  const char *at = p;
  struct leaf *leaves = calloc(count == 0 ? 1 : count, sizeof *leaves);
  bool fine = leaves != NULL;
  for (size_t k = 0; fine && k < count; k++) {
    struct leaf_type type = types[k];
    fine = at[0] == 'b' && at[1] == 2 && at[2] == (char)type.rank && memcmp(at + 3, stored_type(type.prim), 4) == 0;
    if (!fine) break;
    memcpy(leaves[k].shape, at + 7, 8 * (size_t)type.rank);
    const char *data = at + 7 + 8 * type.rank;
    if (type.rank == 0) memcpy(&leaves[k].word, data, prim_size(type.prim));
    else if ((fine = new_leaf(ctx, &leaves[k], type))) {
      size_t elements = (size_t)element_count(&leaves[k], type.rank);
      if (elements > 0) memcpy(leaves[k].block->data, data, elements * prim_size(type.prim));
    }
    at += stored_size(&leaves[k], type);
  }
  if (fine) return leaves;
  if (leaves != NULL) give_up_leaves(ctx, leaves, count);
  free(leaves);
  return NULL;
}
