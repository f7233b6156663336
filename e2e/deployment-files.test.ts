import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { DCLinter } from "dclint";
import { ValidationSeverity, validate } from "dockerfile-utils";
import { parse, parseAllDocuments } from "yaml";
import { serviceSettings } from "./assay-process.ts";

const root = join(import.meta.dirname, "..");
const read = (name: string) => readFile(join(root, name), "utf8");
const manifests = join(root, "deploy/kubernetes");

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: { template?: { spec?: PodSpec } };
}

interface ScaledObject extends Resource {
  spec: {
    template?: never;
    scaleTargetRef: { name: string };
    minReplicaCount: number;
    advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: number } } } };
    triggers: { type: string; metricType?: string; metadata: Record<string, string> }[];
  };
}

interface Probe {
  httpGet?: { path: string; port: string };
}

interface PodSpec {
  securityContext: { runAsNonRoot: boolean };
  containers: {
    livenessProbe?: Probe;
    startupProbe?: Probe;
    securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
    resources: { limits: { memory: string } };
  }[];
}

async function resources(): Promise<Resource[]> {
  const names = (await readdir(manifests)).filter((name) => name !== "kustomization.yaml");
  const texts = await Promise.all(names.map((name) => readFile(join(manifests, name), "utf8")));
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS() as Resource;
    }),
  );
}

test("the linter finds no problem in the Dockerfile, and the image does not run as root", async () => {
  const dockerfile = await read("Dockerfile");
  assert.deepEqual(
    validate(dockerfile, { deprecatedMaintainer: ValidationSeverity.ERROR }).map(({ message }) => message),
    [],
  );
  assert.match(dockerfile.split("FROM").at(-1) ?? "", /^USER 1000:1000$/m);
  assert.match(dockerfile, /^HEALTHCHECK/m);
});

/** The file and all project files that it imports, directly or indirectly. */
async function collectImports(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  const source = await read(file);
  for (const [, , imported = ""] of source.matchAll(/(\bfrom |\bimport\(|^import )"(\.[^"]+)"/gm))
    await collectImports(join(dirname(file), imported), found);
  return found;
}

/** These commands need the tests, which are not in the image. */
const forDevelopers = ["test", "drill", "bench:overload"];

test("the image contains all files of the documented operator commands", async () => {
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const documentation = await read("docs/operations.md");
  const commands = new Set([...documentation.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)].map(([, name = ""]) => name));
  for (const name of [...forDevelopers, "rotate-keys", "verify-records", "backup", "restore", "migrate"])
    assert.ok(commands.has(name), `docs/operations.md no longer mentions ${name}`);
  const lastStage = (await read("Dockerfile")).split(/^FROM /m).at(-1) ?? "";
  const copied = [...lastStage.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" ").map((name) => name.replace(/^\/app\//, "")),
  );
  const ignored = (await read(".dockerignore")).split("\n");
  for (const name of [...commands].filter((one) => !forDevelopers.includes(one)).concat("reproduce")) {
    const files = [...(scripts[name] ?? "").matchAll(/\b[a-z]+\/[\w/-]+\.(?:ts|mjs)\b/g)].map(([file]) => file);
    assert.ok(files.length > 0, `npm run ${name} runs no file`);
    for (const file of (await Promise.all(files.map((one) => collectImports(one)))).flatMap((found) => [...found])) {
      const [top = ""] = file.split("/");
      assert.ok(copied.includes(top) || copied.includes(file), `npm run ${name} needs ${file}`);
      assert.ok(!ignored.includes(top) && !ignored.includes(file), `npm run ${name} needs ${file}, which is left out`);
    }
  }
});

test("every file that the Dockerfile copies exists", async () => {
  const dockerfile = await read("Dockerfile");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
  const present = new Set(await readdir(root));
  for (const name of copied.filter((one) => one !== "."))
    assert.ok(present.has(name.split("/")[0] ?? ""), `${name} is copied`);
});

test("npm start, the image and the tests' services use the same Node settings", async () => {
  const { scripts } = JSON.parse(await read("package.json"));
  const [, given = ""] = /&& (.*)exec node server\/src\/main.ts/.exec(scripts.start) ?? [];
  assert.deepEqual(
    given.trim().split(" "),
    Object.entries(serviceSettings).map((pair) => pair.join("=")),
  );
  const dockerfile = await read("Dockerfile");
  for (const setting of given.trim().split(" ")) assert.match(dockerfile, new RegExp(`^ENV .*\\b${setting}\\b`, "m"));
  assert.ok(dockerfile.includes('ENTRYPOINT ["node", "server/src/main.ts"]'));
});

test("the linter finds no problem in compose.yaml, and it contains no secret", async () => {
  const linter = new DCLinter({
    rules: {
      "require-project-name-field": 0,
      "services-alphabetical-order": 0,
      "service-keys-order": 0,
      "service-ports-alphabetical-order": 0,
      "service-dependencies-alphabetical-order": 0,
      "require-quotes-in-ports": 0,
      "service-image-require-explicit-tag": 0,
      "no-build-and-image": 0,
      "no-unbound-port-interfaces": 2,
    },
    quiet: true,
    debug: false,
    exclude: [],
    disableAllSuppressions: false,
  } as never);
  const results: { messages: { line: number; message: string; rule: string }[] }[] = linter.lintFiles(
    [join(root, "compose.yaml")],
    false,
  );
  assert.deepEqual(
    results.flatMap(({ messages }) => messages.map(({ line, message, rule }) => `${line} ${rule}: ${message}`)),
    [],
  );
  const text = await read("compose.yaml");
  for (const name of ["PASSWORD", "TOKEN", "SECRET_ACCESS_KEY"])
    for (const [line] of text.matchAll(new RegExp(`^ .*${name}: .*$`, "gm"))) assert.match(line, /\$\{/, line);
});

interface Compose {
  services: Record<
    string,
    {
      image: string;
      command: string[];
      volumes?: string[];
      restart?: string;
      healthcheck?: { disable?: boolean; test?: string[] };
      environment?: Record<string, string>;
    }
  >;
  volumes: Record<string, null>;
}

const compose = async () => parse(await read("compose.yaml"), { merge: true }) as Compose;

test("every service in compose.yaml has a health check and shares no folder with its replicas", async () => {
  const { services } = await compose();
  const ours = Object.entries(services).filter(([, { image }]) => image === "assay:latest");
  assert.deepEqual(ours.map(([name]) => name).toSorted(), ["api", "migrate", "worker"]);
  for (const [name, { healthcheck, volumes = [], restart }] of ours) {
    if (restart !== "no") assert.notEqual(healthcheck?.disable, true, name);
    for (const volume of volumes) assert.equal(volume, "/data", `a named volume is shared by all of ${name}`);
  }
  const { worker } = services;
  // The image's health check sends a request to the API, which a worker does not have.
  assert.match(
    worker?.healthcheck?.test?.join(" ") ?? "",
    new RegExp(`127.0.0.1:${worker?.environment?.["ASSAY_METRICS_PORT"]}/live`),
  );
});

test("every volume in compose.yaml is used", async () => {
  const { services, volumes } = await compose();
  const used = Object.values(services).flatMap(({ volumes: mounted = [] }) => mounted.map((one) => one.split(":")[0]));
  assert.deepEqual(Object.keys(volumes).toSorted(), used.filter((name) => name !== "/data").toSorted());
});

test("every Kubernetes manifest is valid", async () => {
  for (const resource of await resources()) {
    const { apiVersion, kind, metadata } = resource;
    const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
    // KEDA is not part of Kubernetes and has its own models.
    const from = group === "keda.sh" ? "@kubernetes-models/keda" : "kubernetes-models";
    const models = await import(`${from}/${group === "" ? "" : `${group}/`}${version}`);
    const Model = models[kind] as (new (resource: Resource) => { validate(): void }) | undefined;
    assert.ok(Model, `${apiVersion} ${kind}`);
    assert.doesNotThrow(() => new Model(resource).validate(), `${kind} ${metadata.name}`);
  }
});

test("every pod runs without root, on a read-only file system, within a memory limit", async () => {
  const pods = (await resources()).flatMap(({ metadata, spec }) =>
    spec?.template?.spec === undefined ? [] : [{ name: metadata.name, pod: spec.template.spec }],
  );
  assert.deepEqual(pods.map(({ name }) => name).toSorted(), ["assay-api", "assay-migrate", "assay-worker"]);
  for (const { name, pod } of pods) {
    assert.ok(pod.securityContext.runAsNonRoot, name);
    for (const { securityContext, resources: limits } of pod.containers) {
      assert.ok(securityContext.readOnlyRootFilesystem && !securityContext.allowPrivilegeEscalation, name);
      assert.ok(limits.limits.memory, name);
    }
  }
});

test("a pod is restarted only when its own process does not respond", async () => {
  const containers = (await resources()).flatMap(({ kind, spec }) =>
    kind === "Deployment" ? (spec?.template?.spec?.containers ?? []) : [],
  );
  assert.equal(containers.length, 2);
  for (const { livenessProbe, startupProbe } of containers)
    for (const probe of [livenessProbe, startupProbe])
      assert.deepEqual(probe?.httpGet, { path: "/live", port: "metrics" });
});

test("workers scale with the age of the queue, and a missing metric changes nothing", async () => {
  const all = await resources();
  const scaled = all.filter((one): one is ScaledObject => one.kind === "ScaledObject");
  assert.equal(scaled.length, 1);
  for (const { spec } of scaled) {
    assert.ok(all.some(({ kind, metadata }) => kind === "Deployment" && metadata.name === spec.scaleTargetRef.name));
    // Scaling from and to 0 workers follows other rules, which are not configured.
    assert.ok(spec.minReplicaCount > 0);
    assert.ok(spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds >= 300);
    for (const { type, metricType, metadata } of spec.triggers) {
      // Otherwise the age would be divided by the number of workers.
      assert.equal(metricType, "Value");
      assert.deepEqual([type, metadata["ignoreNullValues"]], ["prometheus", "false"]);
      assert.ok(Number(metadata["threshold"]) > 0 && metadata["query"] && metadata["serverAddress"]);
    }
  }
});

interface Dashboard {
  uid: string;
  templating: { list: { name: string; type: string }[] };
  panels: { id: number; title: string; datasource?: { uid: string }; targets?: { refId: string; expr: string }[] }[];
}

test("Grafana can import the dashboard, and every panel has a query", async () => {
  const { uid, templating, panels } = JSON.parse(await read("deploy/grafana-dashboard.json")) as Dashboard;
  assert.ok(uid);
  assert.ok(panels.length >= 10);
  const sources = templating.list.filter(({ type }) => type === "datasource").map(({ name }) => `\${${name}}`);
  for (const { title, datasource, targets = [] } of panels) {
    assert.ok(title);
    assert.ok(sources.includes(datasource?.uid ?? ""), title);
    assert.ok(targets.length > 0 && targets.every(({ expr }) => expr.trim() !== ""), title);
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
  }
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
});

test("the kustomization names every manifest", async () => {
  const { resources: named } = parse(await read("deploy/kubernetes/kustomization.yaml")) as { resources: string[] };
  const files = (await readdir(manifests)).filter((name) => name !== "kustomization.yaml");
  assert.deepEqual(named.toSorted(), files.toSorted());
});
