import type { RequestListener } from 'node:http';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { ServerEnv } from '@/server/config/env';
import { textsLanguage } from '@/lib/texts/language';
import { withoutIsolates } from '@/lib/texts/texts';
import { formatMarkdownPage } from '@/server/presenters/markdown-page';
import { type StoredResponse, storeResponse } from './stored-response';
import { renderPage } from './render-page';

type Node = ReturnType<typeof fromHtml>['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** The pages of text, by the paths of their Markdown. The product server cannot make it: the texts are in components. */
const TEXT_PAGES: ReadonlyMap<string, string> = new Map(
  ['/privacy', '/terms', '/support'].map((path) => [`${path}.md`, path]),
);

/** The path of the page whose text this path asks for. */
export const textPageOf = (path: string): string | undefined => TEXT_PAGES.get(path);

/** Elements that carry no text of the page: forms, buttons, pictures and scripts. */
const CONTROLS: ReadonlySet<string> = new Set([
  ...['form', 'button', 'input', 'script', 'noscript', 'svg', 'img', 'details'],
]);

/**
 * The text of a page as Markdown, to be sent to everyone.
 *
 * @param markdownPath a path for which {@link textPageOf} knows the page.
 */
export async function renderMarkdown(
  render: RequestListener,
  markdownPath: string,
  { env, common }: { env: ServerEnv; common: ReadonlyMap<string, string> },
): Promise<StoredResponse> {
  const path = textPageOf(markdownPath) ?? markdownPath;
  const page = await renderPage(render, path);
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  return storeResponse({
    status: 200,
    headers: new Map([
      ...common,
      ['cache-control', page.headers.get('cache-control') ?? 'no-cache'],
      ['content-type', 'text/markdown; charset=UTF-8'],
      ['content-language', textsLanguage()],
      ['link', `<${env.siteURL}${path}>; rel="canonical"`],
      ['x-robots-tag', 'noindex'],
    ]),
    body: Buffer.from(withoutIsolates(markdownOf(page.body.toString(), path, env))),
    isCompressible: true,
  });
}

/** The main part of the page, without its controls. Links are absolute. */
export function markdownOf(
  html: string,
  path: string,
  env: Pick<ServerEnv, 'siteURL' | 'siteName' | 'siteNoun'>,
): string {
  const main = find(fromHtml(html), 'main');
  const heading = main && find(main, 'h1');
  if (!main || !heading) throw new Error(`${path} has no main part with a headline`);
  const title = toMarkdown(toMdast(prepare(heading, { siteURL: env.siteURL })))
    .replace(/^#+ /, '')
    .trim();
  const text = toMarkdown(toMdast(prepare(main, { without: heading, siteURL: env.siteURL })), {
    bullet: '-',
    emphasis: '_',
  });
  return formatMarkdownPage({ path, title, blocks: [text.trim()] }, env);
}

function find(parent: { children: readonly object[] }, tagName: string): Element | undefined {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    const found = child.tagName === tagName ? child : find(child, tagName);
    if (found) return found;
  }
  return undefined;
}

const isElement = (node: object): node is Element => 'type' in node && node.type === 'element';

/** React separates texts by comments. */
const isLeftOut = (node: Node) =>
  node.type === 'comment' || (node.type === 'element' && CONTROLS.has(node.tagName));

/** A copy without controls and one element, whose links are absolute. */
function prepare(element: Element, options: { without?: Element; siteURL: string }): Element {
  const { href } = element.properties;
  return {
    ...element,
    properties:
      typeof href === 'string'
        ? { ...element.properties, href: new URL(href, options.siteURL).href }
        : element.properties,
    children: element.children
      .filter((child) => child !== options.without && !isLeftOut(child))
      .map((child) => (isElement(child) ? prepare(child, options) : child)),
  };
}
