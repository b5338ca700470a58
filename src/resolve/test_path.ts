const TEST_DIRECTORY = /(?:^|\/)(?:tests?|testthat|__tests__|spec|specs|e2e|testdata)\//i;
const TEST_FILE =
  /(?:^|\/)(?:test[-_.][^/]*|[^/]*(?:[-_.](?:test|tests|spec)|_unittest|Tests?)\.[^/.]+|conftest\.py|runtests\.\w+|[^/]*\.t)$/;

/** Whether a file holds tests, or what only tests need, by its path: answers rank it lower. */
export function isTestPath(path: string): boolean {
  return TEST_DIRECTORY.test(path) || TEST_FILE.test(path);
}
