/** A figure of a document: "heading / row / column". */
export type Figures = ReadonlyMap<string, number>;

const BLOCKS_HEADING = 'Blocks touched';
/** A ratio beside something that runs in the same minute differs from run to run by less. */
const RATIO_FALL_MAX = 0.25;
const BLOCKS_GROWTH_MAX = 2;
/** Below it, one more level of an index is no growth. */
const SMALL_BLOCKS = 20;

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Reads every number in the tables of a Markdown document. A cell with two numbers counts as its first one. */
export function readFigures(document: string): Figures {
  const figures = new Map<string, number>();
  let heading = '';
  let columns: string[] | undefined;
  for (const line of document.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3).trim();
    if (!line.startsWith('|')) {
      columns = undefined;
      continue;
    }
    const cells = cellsOf(line);
    if (!columns) {
      columns = cells;
      continue;
    }
    const [row = '', ...values] = cells;
    for (const [index, text] of values.entries()) {
      const value = Number.parseFloat(text.replaceAll(',', ''));
      if (!Number.isNaN(value)) figures.set(`${heading} / ${row} / ${columns[index + 1]}`, value);
    }
  }
  return figures;
}

/** What has become worse: ratios that have fallen by a quarter, and counts of blocks that have doubled. */
export function listRegressions(before: Figures, after: Figures): string[] {
  const sentences: string[] = [];
  for (const [name, value] of after) {
    const earlier = before.get(name);
    if (earlier === undefined) continue;
    const isRatio = /ratio/.test(name.split(' / ').at(-1) ?? '');
    const hasFallen = isRatio && value < earlier * (1 - RATIO_FALL_MAX);
    const isMore = value > Math.max(earlier, SMALL_BLOCKS) * BLOCKS_GROWTH_MAX;
    const hasGrown = name.startsWith(`${BLOCKS_HEADING} / `) && isMore;
    if (hasFallen || hasGrown) sentences.push(`${name}: ${value} instead of ${earlier}`);
  }
  return sentences;
}
