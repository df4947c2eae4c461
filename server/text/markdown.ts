import { type Schema, defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { toText } from 'hast-util-to-text';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { slugify } from './slug';
import { escapeHTML } from './escape';

type HastNode = ReturnType<typeof toHast>;

/** Deeper nesting of quotes and lists is flattened: no text needs it, and deep trees exhaust the stack. */
const QUOTE_DEPTH_MAX = 6;

/** GitHub's schema without forms and without images, which would reveal the visitor to other servers. */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter(
    (name) => !['img', 'picture', 'source', 'input', 'details', 'summary'].includes(name),
  ),
  attributes: {
    ...defaultSchema.attributes,
    a: ['href', ['rel', 'nofollow', 'ugc', 'noopener']],
    '*': ['align', 'start'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
};

/** What differs between the texts of members and those of the site's owner. */
type Options = {
  /** How far below the headline of the page the highest heading is. */
  headingsBelow: number;
  rel: readonly string[];
};
const OF_MEMBERS: Options = { headingsBelow: 2, rel: ['nofollow', 'ugc', 'noopener'] };
const OF_OWNER: Options = { headingsBelow: 1, rel: ['noopener'] };

/**
 * Renders a member's Markdown (GitHub flavor) as HTML that is safe to insert. Raw HTML is dropped, heading levels
 * start below those of the page, and links carry `nofollow`.
 */
export const renderMarkdown = (markdown: string): string => render(markdown, OF_MEMBERS);

/** Renders a page that the owner of the site has written, as safe as the text of a member. */
export const renderPageMarkdown = (markdown: string): string => render(markdown, OF_OWNER);

function render(markdown: string, options: Options): string {
  const tree = safeTree(markdown, options);
  return tree === undefined ? `<p>${escapeHTML(markdown)}</p>` : toHtml(tree);
}

function safeTree(markdown: string, options: Options): HastNode | undefined {
  try {
    const tree = toHast(
      fromMarkdown(flattenContainers(markdown), {
        extensions: [gfm()],
        mdastExtensions: [gfmFromMarkdown()],
      }),
    );
    adapt(tree, options);
    const safe = sanitize(tree, SCHEMA);
    addHeadingIds(safe, new Set());
    return safe;
  } catch (error) {
    // A text that exhausts the stack is shown unrendered instead of being refused.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function flattenContainers(markdown: string): string {
  return markdown.replace(/^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm, (markers) => {
    const each = markers.match(/[ \t]*(?:>|[-*+]|\d{1,9}[.)])/g) ?? [];
    return each.slice(0, QUOTE_DEPTH_MAX).join('');
  });
}

function adapt(node: HastNode, options: Options): void {
  if (node.type === 'element') {
    const heading = /^h([1-6])$/.exec(node.tagName);
    if (heading) node.tagName = `h${Math.min(6, Number(heading[1]) + options.headingsBelow)}`;
    if (node.tagName === 'input') {
      // A task list item. A real checkbox would look as if visitors could check it.
      const isDone = node.properties.checked === true;
      node.tagName = 'span';
      node.children = [{ type: 'text', value: isDone ? '☑' : '☐' }];
    }
    if (node.tagName === 'a') node.properties = { ...node.properties, rel: [...options.rel] };
  }
  if ('children' in node) for (const child of node.children) adapt(child, options);
}

/**
 * Gives each heading an id made from its text, so that a link can lead to it. The prefix keeps the ids of a
 * description apart from those of the page.
 */
function addHeadingIds(node: HastNode, taken: Set<string>): void {
  if (node.type === 'element' && /^h[1-6]$/.test(node.tagName)) {
    const base = `about-${slugify(toText(node)) || 'section'}`;
    let id = base;
    for (let count = 2; taken.has(id); count++) id = `${base}-${count}`;
    taken.add(id);
    node.properties = { ...node.properties, id };
  }
  if ('children' in node) for (const child of node.children) addHeadingIds(child, taken);
}
