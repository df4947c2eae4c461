import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { OwnerError } from '@/server/base/errors';
import type { Answer } from './crawl';

const run = promisify(execFile);

const report = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.optional(z.string()),
      url: z.optional(z.string()),
      message: z.string(),
      extract: z.optional(z.string()),
    }),
  ),
});

/**
 * HTML allows this attribute also with `rel="expect"`, which the validator does not know yet:
 * https://html.spec.whatwg.org/multipage/semantics.html#attr-link-blocking
 */
const NOT_KNOWN_YET = /^A “link” element with a “blocking” attribute .*rel="expect"/;

/** @throws OwnerError when there is no Java, which the validator runs on. */
export function requireJava(): void {
  if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0) return;
  throw new OwnerError('Java is missing. Install it: apt-get install default-jre-headless');
}

/**
 * Checks pages and SVG images as they are served with the Nu Html Checker of the W3C.
 *
 * @returns the messages of each kind, each once, with the number of pages that have it.
 */
export async function checkHTML(
  folder: string,
  answers: readonly Answer[],
): Promise<{ errors: string[]; warnings: string[]; fileCount: number }> {
  const pages = join(folder, 'pages');
  await mkdir(pages);
  for (const [index, { type, text }] of answers.entries()) {
    await writeFile(join(pages, `${index}.${type === 'text/html' ? 'html' : 'svg'}`), text);
  }
  const jar = resolve('node_modules/vnu-jar/build/dist/vnu.jar');
  const options = ['--format', 'json', '--exit-zero-always', '--also-check-svg', pages];
  const { stderr } = await run('java', ['-Xss1m', '-jar', jar, ...options], { maxBuffer: 2 ** 28 });
  const found = { errors: new Map<string, string[]>(), warnings: new Map<string, string[]>() };
  for (const { type, subType, url = '', message, extract = '' } of report.parse(JSON.parse(stderr))
    .messages) {
    const index = Number(/(\d+)\.\w+$/.exec(url)?.[1]);
    const kind =
      type === 'info' && subType === 'warning' ? 'warnings' : type === 'info' ? undefined : 'errors';
    if (!kind) continue;
    const line = `${message} ${extract.replace(/\s+/g, ' ')}`;
    if (NOT_KNOWN_YET.test(line)) continue;
    const key = [...found[kind].keys()].find((each) => each.startsWith(message)) ?? line;
    found[kind].set(key, [...(found[kind].get(key) ?? []), answers[index]?.path ?? url]);
  }
  const list = (messages: Map<string, string[]>) =>
    [...messages].map(([line, paths]) => `${line} (${paths.length} times, first in ${paths[0]})`);
  return { errors: list(found.errors), warnings: list(found.warnings), fileCount: answers.length };
}
