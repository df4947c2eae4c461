import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a site answers. */
export type Answer = (req: IncomingMessage, res: ServerResponse) => void;
export type CheckedSite = {
  name: string;
  /** Before it changed; a usual page by default. */
  before?: Answer;
  now: Answer;
  /** Answers `/robots.txt`, which is missing by default. */
  robots?: Answer;
  /** Its page or its `/robots.txt` comes too late, or never. */
  isLate?: boolean;
};

export const html =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, res) => {
    res.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
export const status = (code: number, headers: Record<string, string> = {}) =>
  html('<title>Error</title>', code, headers);
export const redirect = (location: string, code = 302): Answer => status(code, { location });
export const text =
  (body: string): Answer =>
  (_, res) => {
    res.writeHead(200, { 'content-type': 'text/plain' }).end(body);
  };
export const titled = (title: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>${body}</body></html>`;

export const PITCHES = [
  `is a schema-first toolkit for building backends. Write the types once, and get a database client, forms with
  validation, and documentation that never goes stale. Migrations are plain files that you review like all other code.
  Teams use it for internal dashboards, public interfaces and batch jobs alike. Works with PostgreSQL and SQLite, runs on
  your laptop and in every cloud, and needs no account. Read the tutorial, join the community chat, or look at examples.`,
  `records what happens in the browser and shows it beside your server traces. Find the slow query behind a slow click,
  share a replay with a colleague, and set alerts on what visitors really feel. The agent weighs nine kilobytes and
  respects privacy settings. Install the package, add one line to your entry file, and watch the first session arrive.
  Pricing starts at nothing for hobby projects. Enterprises get single sign-on, audit trails and regional storage.`,
  `turns a folder of Markdown into a documentation site with search, versions and translations. Pages are static files,
  so hosting is cheap and reading is fast. Authors preview changes on every pull request. Themes are ordinary components,
  diagrams render at build time, and broken links fail the build. Thousands of open source projects publish their manuals
  with it. Start from a template, bring your own domain, and export everything whenever you like.`,
] as const;

/** The page of a product as most products have one. */
export const productPage = (name: string, pitch = 0) =>
  titled(
    `${name} – build better`,
    `<nav><a href="/docs">Docs</a> <a href="/pricing">Pricing</a></nav><h1>${name}</h1><p>${name} ${PITCHES[pitch % 3]}</p><footer>Made by the ${name} team</footer>`,
  );

export const own = (name: string, pitch = 0): Answer => html(productPage(name, pitch));
export const site = (name: string, now: Answer, more: Partial<CheckedSite> = {}): CheckedSite => ({
  name,
  now,
  ...more,
});
