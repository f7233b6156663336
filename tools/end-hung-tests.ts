// Loaded into every process that runs one file of tests. A test that fails may leave something running that keeps its
// process from ending; without this, the whole check would wait for it and never say which test has failed.
const longestMinutes = 25;

if (process.env["NODE_TEST_CONTEXT"] !== undefined)
  setTimeout(() => {
    console.error(`The file did not end within ${longestMinutes} minutes: ${process.argv[1]}`);
    process.exit(1);
  }, longestMinutes * 60_000).unref();
