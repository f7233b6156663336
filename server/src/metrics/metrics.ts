/** Prometheus's text format, https://prometheus.io/docs/instrumenting/exposition_formats/. */

type Labels = Record<string, string>;

interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  lines(): string[] | Promise<string[]>;
}

export interface Counter {
  add(labels: Labels, amount?: number): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** For a gauge that is read elsewhere. Prometheus itself gives up after ten seconds. */
const readTimeoutMilliseconds = 2000;

/** Seconds, from requests at the beginning to documents at the end. */
const durationBuckets = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
  ...[1, 2.5, 5, 10, 30, 60, 120, 300, 600],
];

const escapeValue = (value: string) => value.replace(/[\\"\n]/g, (one) => (one === "\n" ? "\\n" : `\\${one}`));

function formatLabels(labels: Labels, more: Labels = {}): string {
  const all = Object.entries({ ...labels, ...more });
  return all.length === 0 ? "" : `{${all.map(([name, value]) => `${name}="${escapeValue(value)}"`).join(",")}}`;
}

/** All metrics of one process. */
export class Metrics {
  readonly #families: Family[] = [];

  counter(name: string, help: string): Counter {
    const values = new Map<string, number>();
    this.#families.push({
      ...{ name, help, type: "counter" },
      lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
    });
    return {
      add(labels, amount = 1) {
        const key = formatLabels(labels);
        values.set(key, (values.get(key) ?? 0) + amount);
      },
    };
  }

  histogram(name: string, help: string, buckets = durationBuckets): Histogram {
    const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
    this.#families.push({
      ...{ name, help, type: "histogram" },
      lines: () =>
        [...series.values()].flatMap(({ labels, counts, sum, count }) => [
          ...buckets.map((bucket, at) => `${name}_bucket${formatLabels(labels, { le: String(bucket) })} ${counts[at]}`),
          `${name}_bucket${formatLabels(labels, { le: "+Inf" })} ${count}`,
          `${name}_sum${formatLabels(labels)} ${sum}`,
          `${name}_count${formatLabels(labels)} ${count}`,
        ]),
    });
    return {
      observe(labels, value) {
        const key = formatLabels(labels);
        let one = series.get(key);
        if (one === undefined) {
          one = { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
          series.set(key, one);
        }
        one.sum += value;
        one.count += 1;
        buckets.forEach((bucket, at) => {
          if (value <= bucket && one.counts[at] !== undefined) one.counts[at] += 1;
        });
      },
    };
  }

  /** `read` is called for every scrape. */
  gauge(
    name: string,
    help: string,
    read: () => GaugeValue[] | Promise<GaugeValue[]>,
    type: "gauge" | "counter" = "gauge",
  ) {
    this.#families.push({
      ...{ name, help, type },
      lines: async () => (await read()).map(({ labels = {}, value }) => `${name}${formatLabels(labels)} ${value}`),
    });
  }

  /** A metric that cannot be read in time is left out. */
  async render(onError: (name: string, error: unknown) => void): Promise<string> {
    const parts = await Promise.all(
      this.#families.map(async ({ name, help, type, lines }) => {
        try {
          return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await limitTime(lines()))];
        } catch (error) {
          onError(name, error);
          return [];
        }
      }),
    );
    return `${parts.flat().join("\n")}\n`;
  }
}

async function limitTime(lines: string[] | Promise<string[]>): Promise<string[]> {
  if (Array.isArray(lines)) return lines;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`not read within ${readTimeoutMilliseconds} ms`)),
    readTimeoutMilliseconds,
  );
  try {
    return await Promise.race([lines, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export interface GaugeValue {
  labels?: Labels;
  value: number;
}
