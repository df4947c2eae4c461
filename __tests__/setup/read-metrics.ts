/** A line of a scrape: one value of a metric. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const SAMPLE =
  /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (-?[\d.e+-]+|\+Inf|NaN)$/i;
const ABOUT =
  /^# (?:HELP [a-z_:][a-z0-9_:]* .+|TYPE [a-z_:][a-z0-9_:]* (?:counter|gauge|histogram|summary))$/;

/** Reads the text format of Prometheus. Throws an error for a line that Prometheus would refuse. */
export function readMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  return text.split('\n').flatMap((line) => {
    if (line === '' || ABOUT.test(line)) return [];
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (name === '') throw new Error(`Not a metric: ${line}`);
    const pairs = Array.from(labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g), ([, key = '', of = '']) => [
      key,
      of,
    ]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('+Inf', 'Infinity')) }];
  });
}

/** The value of a metric with these labels, whatever others it has; undefined if there is not exactly one. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 1 ? found[0]?.value : undefined;
}

/** The metrics of a scrape, each once: `_bucket`, `_sum` and `_count` are parts of one. */
export const metricNames = (text: string): string[] =>
  Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name = '']) => name);

/** The metrics that the tables of docs/alerts.md describe. */
export const documentedMetrics = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/^\| `([a-z0-9_]+)(?:\{[a-z_, ]+\})?` +\|/gm), ([, name = '']) => name);
