import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { prepareConfinement, spawnConfined } from "./extraction-child.ts";
import { isNamedProgram } from "./named-programs.ts";

/** What a hostile file could try once it had taken over a reader, by each way that Node offers. */
const attempts = `
  const [fs, { spawnSync }, { Worker }] = [require("node:fs"), require("node:child_process"), require("node:worker_threads")];
  const tried = JSON.parse(fs.readFileSync(__dirname + "/tried.json", "utf8"));
  const { keyFile, outside, port, otherOut } = tried;
  const socket = () => new (require("node:net").Socket)();
  const connect = process.binding === undefined ? undefined : () => {
    const { TCP, TCPConnectWrap, constants } = process.binding("tcp_wrap");
    const request = new TCPConnectWrap();
    return new Promise((resolve, reject) => {
      request.oncomplete = (status) => (status === 0 ? resolve() : reject(new Error("status " + status)));
      const tcp = new TCP(constants.SOCKET);
      const code = tcp.connect(request, "127.0.0.1", port);
      if (code !== 0) reject(new Error("code " + code));
      globalThis.kept = tcp;
    });
  };
  const ways = {
    "read the key file": () => fs.readFileSync(keyFile),
    "read the key file in a thread": () => new Promise((resolve, reject) => {
      const thread = new Worker("require('node:fs').readFileSync(" + JSON.stringify(keyFile) + ")", { eval: true });
      thread.on("error", reject).on("exit", resolve);
    }),
    "read the environment of another process": () => fs.readFileSync("/proc/" + process.ppid + "/environ"),
    "write outside": () => fs.writeFileSync(outside, "taken over"),
    "change the input": () => fs.writeFileSync(__filename, "taken over"),
    "write to another child": () => fs.writeFileSync(otherOut, "taken over"),
    "link to the key file": () => fs.symlinkSync(keyFile, process.env.TMPDIR + "/link"),
    "start a program": () => { const { error } = spawnSync("/bin/cat", [keyFile]); if (error) throw error; },
    "load native code": () => process.dlopen({ exports: {} }, "/nowhere.node"),
    "connect": () => new Promise((resolve, reject) => socket().on("error", reject).connect(port, "127.0.0.1", resolve)),
    ...(tried.hasNoNetwork && connect ? { "connect below Node's modules": connect } : {}),
    "inspect": () => require("node:inspector").open(0),
  };
  (async () => {
    const worked = [];
    for (const reader of ["", ...tried.readers]) {
      if (reader !== "") await import(reader);
      for (const [name, way] of Object.entries(ways)) {
        try {
          await way();
          worked.push(reader + " " + name);
        } catch (error) {
          const isNoNative = name === "load native code" && !/disabled|denied|restricted/i.test(String(error));
          if (isNoNative) worked.push(reader + " " + name + ": " + error.message);
        }
      }
    }
    fs.writeFileSync(process.env.TMPDIR + "/allowed", "its own folder");
    fs.writeFileSync(require("node:path").join(__dirname, "..", "out", "allowed"), "its own folder");
    process.send({ worked, uid: process.getuid() });
  })();`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  await chmod(folder, 0o711);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Each with its libraries: none may bring a way out with it. */
async function listReaders(): Promise<string[]> {
  const extraction = join(import.meta.dirname, "..");
  const names = await Array.fromAsync(glob("*/read-*.ts", { cwd: extraction }));
  const readers = names.filter((name) => !name.endsWith(".test.ts") && !name.startsWith("child"));
  assert.ok(readers.length > 15);
  return readers.sort().map((name) => pathToFileURL(join(extraction, name)).href);
}

test("no reader reads the key, writes outside of its folder, starts a program or connects", async () => {
  const data = join(folder, "data");
  await mkdir(data, { mode: 0o711 });
  const keyFile = join(data, "encryption-key");
  // Readable for everybody, so that Node's permission model is tested, too.
  await writeFile(keyFile, "secret");
  await chmod(data, 0o777);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [own, other] = [await prepareConfinement(folder), await prepareConfinement(folder)];
  try {
    const { sandbox } = own;
    const readers = await listReaders();
    const source = join(folder, "attempts.cjs");
    const list = join(folder, "tried");
    const [outside, otherOut] = [join(data, "outside"), join(other.folder.path, "out", "outside")];
    await writeFile(source, attempts);
    await writeFile(
      list,
      JSON.stringify({ keyFile, outside, port, otherOut, hasNoNetwork: sandbox.hasNoNetwork, readers }),
    );
    const { files } = await own.folder.begin([source, list], join(folder, "results"));
    const entry = join(own.folder.path, "in", "attempts.cjs");
    await writeFile(entry, await readFile(files[0] ?? ""));
    await writeFile(join(own.folder.path, "in", "tried.json"), await readFile(files[1] ?? ""));
    const child = spawnConfined(own, 2 ** 28, entry);
    let errors = "";
    child.stderr?.on("data", (text) => {
      errors += text;
    });
    const [message] = (await Promise.race([once(child, "message"), once(child, "close")])) as [
      { worked: string[]; uid: number },
    ];
    child.kill("SIGKILL");
    assert.deepEqual(message?.worked, [], errors);
    assert.equal(message.uid, sandbox.account?.uid ?? process.getuid?.());
    if (process.getuid?.() === 0) assert.notEqual(message.uid, 0);
    assert.equal(connections, 0);
    await own.folder.end();
    assert.equal(await readFile(join(folder, "results", "allowed"), "utf8"), "its own folder");
  } finally {
    server.close();
    for (const { folder, watchdog } of [own, other]) {
      await folder.remove();
      watchdog.stop();
    }
  }
});

test("a child may ask only for the named programs, with the arguments of the readers and its own files", () => {
  const own = "/tmp/child";
  const isAllowed = (program: string, ...args: string[]) =>
    isNamedProgram({ program, args, timeoutSeconds: 60 }, own, undefined);
  assert.ok(isAllowed("tesseract", `${own}/tmp/image`, "stdout", "-l", "eng+deu"));
  assert.ok(
    isAllowed("soffice", `-env:UserInstallation=file://${own}/tmp/profile`, "--convert-to", "pdf", `${own}/tmp/a`),
  );
  for (const [program, ...args] of [
    ["sh", "-c", "true"],
    ["/bin/cat", `${own}/in/1`],
    ["tesseract", "/data/encryption-key", "stdout"],
    ["tesseract", `${own}/../encryption-key`, "stdout"],
    ["soffice", "macro:///Standard.Module1.Main"],
    ["soffice", "-env:UserInstallation=file:///data/profile"],
    ["soffice", "--accept=socket,host=0,port=2002;urp;"],
  ] as const)
    assert.ok(!isAllowed(program, ...args), [program, ...args].join(" "));
});
