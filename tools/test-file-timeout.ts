// Loaded into every process that runs a test file. A failed test may leave something running that keeps its process alive;
// this timeout ends it, so that the whole run ends and reports the failure.
const maxMinutes = process.env["ASSAY_DRILL"] === "full" ? 180 : 12;

if (process.env["NODE_TEST_CONTEXT"] !== undefined)
  setTimeout(() => {
    console.error(`The file did not end within ${maxMinutes} minutes: ${process.argv[1]}`);
    process.exit(1);
  }, maxMinutes * 60_000).unref();
