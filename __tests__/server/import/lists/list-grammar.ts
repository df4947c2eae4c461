import type { ImportLine } from '@/server/import/formats/import-line';

/** An entry that a made-up list says, and how it is written. */
export type SaidEntry = { name: string; url: string; text: string; tag: string };

type Random = (limit: number) => number;
type Written = { lines: string[]; entries: Omit<SaidEntry, 'tag'>[] };

/** Numbers below a limit, which a seed repeats. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const NAMES = 'Ada Bob Cleo Dora Egon Фёдор 墨水 Ünal قلم C++ Node.js go-tool x_y'.split(' ');
const TEXTS = [
  'Edits words',
  'Pflegt Listen',
  'Пишет слова',
  '编辑文字',
  'يكتب النص',
  'Runs in 2 steps',
  'Shows what is there',
];

type Said = Omit<SaidEntry, 'tag'>;
const link = ({ name, url }: Said) => `[${name}](${url})`;
const one =
  (line: (said: Said) => string | string[], isBare = false) =>
  (said: Said[]): Written => {
    const [first] = said;
    if (!first) return { lines: [], entries: [] };
    return { lines: [line(first)].flat(), entries: [isBare ? { ...first, text: '' } : first] };
  };

/** How products of lists are written. Each takes as many as it needs. */
const CONSTRUCTS: readonly ((said: Said[]) => Written)[] = [
  ...['-', '*', '+', '1.', '•'].map((bullet) => one((s) => `${bullet} ${link(s)} - ${s.text}`)),
  ...[' – ', ' — ', ': ', '：', '－', ' · ', ' | ', ' -- ', ' => ', ' '].map((sign) =>
    one((s) => `- ${link(s)}${sign}${s.text}`),
  ),
  ...['🚀 ', ':star: ', '⭐ ', '[$] ', '✅ '].map((sign) => one((s) => `- ${sign}${link(s)} - ${s.text}`)),
  one((s) => `- **${link(s)}** - ${s.text}`),
  one((s) => `- _${link(s)}_ - ${s.text}`),
  one((s) => `- ${link(s)}`, true),
  one((s) => `- <${s.url}> - ${s.text}`.replace(/<.*?>/, link(s))),
  one((s) => `- ${s.name} - ${s.text}: ${s.url}`),
  one((s) => `- **${s.name}** - ${s.text} ([website](${s.url}))`),
  one((s) => `- <a href="${s.url}">${s.name}</a> - ${s.text}`),
  one((s) => `- ${link(s)} - ${s.text}. \`MIT\` \`Go\``),
  one((s) => `- ${link(s)} - ${s.text} ([Source Code](${s.url}/code), [Demo](${s.url}/demo))`),
  one((s) => `- ${link(s)} ([GitHub](https://github.com/x/y)) - ${s.text}`),
  one((s) => `- ${link(s)} ![x](https://img.shields.io/x.svg) - ${s.text}`),
  one((s) => [`- ${link(s)}`, `  - ${s.text}, and something more`]),
  one((s) => [`- ${link(s)} - ${s.text}`, '  - [Docs](https://docs.example.net)']),
  one((s) => [`- ${link(s)} -`, `  ${s.text}`]),
  one((s) => ['<ul>', `<li><a href="${s.url}">${s.name}</a> - ${s.text}</li>`, '</ul>']),
  one((s) => ['| Name | About |', '|---|---|', `| ${link(s)} | ${s.text} |`]),
  one((s) => ['| Name | Website | About |', '|---|---|---|', `| ${s.name} | ${s.url} | ${s.text} |`]),
  one((s) => ['| | |', '|---|---|', `| ${link(s)} | ${s.text} |`]),
  one((s) => ['<table>', `<tr><td><a href="${s.url}">${s.name}</a></td><td>${s.text}</td></tr>`, '</table>']),
  (said) => ({
    lines: [`- ${said.slice(0, 2).map(link).join(', ')} - ${said[0]?.text ?? ''}`],
    entries: said.slice(0, 2).map((s) => ({ ...s, text: said[0]?.text ?? '' })),
  }),
  (said) => ({ lines: said.map((s) => `- ${link(s)} - ${s.text}`), entries: said }),
];

export const constructCount = CONSTRUCTS.length;

/** Writes a made-up list, and tells the entries that it has. */
export function writeList(seed: number): { markdown: string; entries: SaidEntry[] } {
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[]): T | undefined => values[random(values.length)];
  const lines = ['# Made-up list', ''];
  const entries: SaidEntry[] = [];
  for (let section = 0; section <= random(4); section += 1) {
    const tag = `Section ${String.fromCharCode(65 + section)}`;
    const isDetails = random(4) === 0;
    lines.push(...(isDetails ? ['<details>', `<summary>${tag}</summary>`, ''] : [`## ${tag}`, '']));
    for (let part = 0; part <= random(5); part += 1) {
      const said = Array.from({ length: 3 }, (_, nth) => ({
        name: `${pick(NAMES) ?? ''} ${section}${part}${nth}`,
        url: `https://s${section}p${part}n${nth}.example.com/${pick(['', 'a_b', 'x?y=1&z=2']) ?? ''}`,
        text: pick(TEXTS) ?? '',
      }));
      const written = pick(CONSTRUCTS)?.(said);
      if (!written) continue;
      lines.push(...written.lines, '');
      entries.push(...written.entries.map((each) => ({ ...each, tag })));
    }
    if (isDetails) lines.push('</details>', '');
  }
  return { markdown: lines.join('\n'), entries };
}

/** What was read, as the grammar says it. */
export const entriesOf = (lines: readonly ImportLine[]): SaidEntry[] =>
  lines.flatMap((line) => {
    if (line.kind !== 'entry') return [];
    const text = line.text.replace(/[.。]$/, '').replace(/, and something more$/, '');
    return [{ name: line.name, url: line.url, text, tag: line.tags[0] ?? '' }];
  });
