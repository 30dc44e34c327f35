// Calls every kind of function of a library, and frees everything.

#include "calls.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x)                                             \
  do {                                                       \
    if (!(x)) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, #x);        \
      exit(1);                                               \
    }                                                        \
  } while (0)

// Takes the error of a context, which must have these words.
static void failed(struct futhark_context *ctx, const char *words) {
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, words) != NULL);
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
}

static void arrays(struct futhark_context *ctx) {
  int32_t numbers[3] = {1, 2, 3}, number;
  double matrix[4] = {5, 6, 7, 8}, corner;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, numbers, 3), *ys;
  struct futhark_f64_2d *rows = futhark_new_f64_2d(ctx, matrix, 2, 2);
  CHECK(futhark_entry_main(ctx, &ys, &corner, xs, rows) == FUTHARK_SUCCESS);
  CHECK(corner == 5 && futhark_shape_i32_1d(ctx, ys)[0] == 3);
  CHECK(futhark_values_i32_1d(ctx, ys, numbers) == FUTHARK_SUCCESS && futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  CHECK(numbers[0] == 2 && numbers[2] == 4);
  CHECK(futhark_index_i32_1d(ctx, &number, ys, 1) == FUTHARK_SUCCESS && number == 3);
  CHECK(futhark_index_i32_1d(ctx, &number, ys, 3) != FUTHARK_SUCCESS);
  failed(ctx, "Index out of bounds");
  CHECK(memcmp(futhark_values_raw_i32_1d(ctx, ys), numbers, sizeof numbers) == 0);
  futhark_free_i32_1d(ctx, ys);
  CHECK(futhark_entry_overwrite(ctx, &ys, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_free_i32_1d(ctx, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_index_i32_1d(ctx, &number, ys, 0) == FUTHARK_SUCCESS && number == 7);
  struct futhark_f64_2d *none = futhark_new_raw_f64_2d(ctx, (unsigned char *)matrix, 0, 2);
  xs = NULL;
  CHECK(futhark_entry_main(ctx, &xs, &corner, ys, none) == FUTHARK_PROGRAM_ERROR && xs == NULL);
  failed(ctx, "out of bounds for array of shape [0][2]");
  futhark_free_f64_2d(ctx, none);
  futhark_free_f64_2d(ctx, rows);
  futhark_free_i32_1d(ctx, ys);
  CHECK(futhark_new_i32_1d(ctx, numbers, -1) == NULL);
  failed(ctx, "negative");
}

static void records(struct futhark_context *ctx) {
  double data[3] = {1, 2, 3};
  int32_t name;
  bool flag;
  struct futhark_opaque_path *path, *renamed;
  struct futhark_f64_1d *points = futhark_new_f64_1d(ctx, data, 3), *same;
  CHECK(futhark_new_opaque_path(ctx, &path, 9, points) == FUTHARK_SUCCESS);
  futhark_free_f64_1d(ctx, points);
  CHECK(futhark_entry_renamed(ctx, &renamed, path) == FUTHARK_SUCCESS);
  futhark_free_opaque_path(ctx, path);
  size_t size;
  void *bytes = NULL;
  CHECK(futhark_store_opaque_path(ctx, renamed, NULL, &size) == FUTHARK_SUCCESS);
  CHECK(futhark_store_opaque_path(ctx, renamed, &bytes, &size) == FUTHARK_SUCCESS);
  futhark_free_opaque_path(ctx, renamed);
  renamed = futhark_restore_opaque_path(ctx, bytes);
  CHECK(renamed != NULL && futhark_restore_opaque_path(ctx, "something else") == NULL);
  free(bytes);
  CHECK(futhark_project_opaque_path_name(ctx, &name, renamed) == FUTHARK_SUCCESS && name == 3);
  CHECK(futhark_project_opaque_path_points(ctx, &same, renamed) == FUTHARK_SUCCESS);
  CHECK(futhark_shape_f64_1d(ctx, same)[0] == 3);
  futhark_free_f64_1d(ctx, same);
  futhark_free_opaque_path(ctx, renamed);
  struct futhark_opaque_tup2_i32_bool *pair;
  CHECK(futhark_new_opaque_tup2_i32_bool(ctx, &pair, 1, true) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_pair(ctx, &name, &flag, pair) == FUTHARK_SUCCESS && name == 2 && !flag);
  futhark_free_opaque_tup2_i32_bool(ctx, pair);
}

static void sums(struct futhark_context *ctx) {
  struct futhark_opaque_shape *circle, *box, *none;
  struct futhark_f32_1d *sides;
  float data[2];
  int32_t radius;
  CHECK(futhark_new_opaque_shape_circle(ctx, &circle, 7) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_grow(ctx, &box, circle) == FUTHARK_SUCCESS && futhark_entry_grow(ctx, &none, box) == FUTHARK_SUCCESS);
  CHECK(futhark_variant_opaque_shape(ctx, box) == 0 && futhark_variant_opaque_shape(ctx, circle) == 1);
  CHECK(futhark_destruct_opaque_shape_none(ctx, none) == FUTHARK_SUCCESS);
  CHECK(futhark_destruct_opaque_shape_box(ctx, &sides, box) == FUTHARK_SUCCESS);
  CHECK(futhark_values_f32_1d(ctx, sides, data) == FUTHARK_SUCCESS && data[0] == 7 && data[1] == 2);
  CHECK(futhark_destruct_opaque_shape_circle(ctx, &radius, box) != FUTHARK_SUCCESS);
  failed(ctx, "another constructor");
  futhark_free_f32_1d(ctx, sides);
  futhark_free_opaque_shape(ctx, circle);
  futhark_free_opaque_shape(ctx, box);
  futhark_free_opaque_shape(ctx, none);
}

static void arrays_of_records(struct futhark_context *ctx) {
  int32_t counts[2] = {1, 2}, count;
  float weights[3] = {1.5f, 2.5f, 3.5f}, weight;
  struct futhark_i32_1d *cs = futhark_new_i32_1d(ctx, counts, 2), *own;
  struct futhark_f32_1d *ws = futhark_new_f32_1d(ctx, weights, 2), *longer = futhark_new_f32_1d(ctx, weights, 3);
  struct futhark_opaque_arr1d_item *items, *recounted;
  struct futhark_opaque_item *item;
  CHECK(futhark_zip_opaque_arr1d_item(ctx, &items, cs, longer) != FUTHARK_SUCCESS);
  failed(ctx, "different shapes");
  CHECK(futhark_zip_opaque_arr1d_item(ctx, &items, cs, ws) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_recount(ctx, &recounted, items) == FUTHARK_SUCCESS);
  CHECK(futhark_shape_opaque_arr1d_item(ctx, recounted)[0] == 2);
  CHECK(futhark_index_opaque_arr1d_item(ctx, &item, recounted, 1) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_item_count(ctx, &count, item) == FUTHARK_SUCCESS && count == 4);
  CHECK(futhark_project_opaque_item_weight(ctx, &weight, item) == FUTHARK_SUCCESS && weight == 2.5f);
  CHECK(futhark_project_opaque_arr1d_item_count(ctx, &own, recounted) == FUTHARK_SUCCESS);
  CHECK(futhark_index_i32_1d(ctx, &count, own, 0) == FUTHARK_SUCCESS && count == 4);
  futhark_free_i32_1d(ctx, own);
  futhark_free_opaque_item(ctx, item);
  CHECK(futhark_index_opaque_arr1d_item(ctx, &item, recounted, 2) != FUTHARK_SUCCESS);
  failed(ctx, "Index out of bounds");
  futhark_free_opaque_arr1d_item(ctx, items);
  futhark_free_opaque_arr1d_item(ctx, recounted);
  futhark_free_f32_1d(ctx, longer);
  futhark_free_f32_1d(ctx, ws);
  futhark_free_i32_1d(ctx, cs);
}

// Several threads may call functions of one context.
static void *sum_often(void *data) {
  struct futhark_context *ctx = data;
  enum { COUNT = 100000 };
  float *ones = malloc(COUNT * sizeof *ones), sum;
  for (int k = 0; k < COUNT; k++) ones[k] = 1;
  for (int k = 0; k < 20; k++) {
    struct futhark_f32_1d *xs = futhark_new_f32_1d(ctx, ones, COUNT);
    CHECK(futhark_entry_sum(ctx, &sum, xs) == FUTHARK_SUCCESS && sum == COUNT);
    futhark_free_f32_1d(ctx, xs);
  }
  free(ones);
  return NULL;
}

int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  futhark_context_config_set_profiling(config, 1);
#ifdef FUTHARK_BACKEND_multicore
  futhark_context_config_set_num_threads(config, 3);
#endif
  CHECK(futhark_get_tuning_param_count() == 2);
  CHECK(strcmp(futhark_get_tuning_param_name(0), "threshold") == 0);
  CHECK(strcmp(futhark_get_tuning_param_class(1), "threshold") == 0);
  CHECK(futhark_get_tuning_param_name(-1) == NULL && futhark_get_tuning_param_name(2) == NULL);
  CHECK(futhark_context_config_set_tuning_param(config, futhark_get_tuning_param_name(1), 1) == 0);
  CHECK(futhark_context_config_set_tuning_param(config, "none", 1) != 0);
  struct futhark_context *ctx = futhark_context_new(config), *other = futhark_context_new(config);
  arrays(ctx);
  records(ctx);
  sums(ctx);
  arrays_of_records(ctx);
  pthread_t threads[4];
  for (int k = 0; k < 4; k++) pthread_create(&threads[k], NULL, sum_often, k < 3 ? ctx : other);
  for (int k = 0; k < 4; k++) pthread_join(threads[k], NULL);
  futhark_context_pause_profiling(ctx);
  futhark_context_unpause_profiling(ctx);
  char *report = futhark_context_report(ctx);
  CHECK(strstr(report, "\"name\":\"sum\"") != NULL);
  free(report);
  CHECK(futhark_context_clear_caches(ctx) == FUTHARK_SUCCESS);
  futhark_context_free(other);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
