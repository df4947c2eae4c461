import type { RequestListener } from 'node:http';
import type { Color } from './icon-files';

export type Answer = Buffer | string | RequestListener;

/** A site: the elements of its page's head, what it answers at other paths, and the color that its mark must have. */
export type IconSite = {
  head?: string;
  files?: Record<string, Answer>;
  /** Undefined: the product must end with its tile. */
  mark?: Color;
  url?: string;
  addresses?: Record<string, string[]>;
};

/** Elements of a page's head. */
export const link = (rel: string, href: string, more = '') => `<link rel="${rel}" href="${href}" ${more}>`;
export const touch = (href = '/touch.png', more = 'sizes="180x180"') => link('apple-touch-icon', href, more);
export const icon = (href = '/icon.png', more = '') => link('icon', href, more);
export const manifest = (...icons: object[]) => JSON.stringify({ icons });
export const redirect =
  (location: string): RequestListener =>
  (_, res) =>
    res.writeHead(302, { location }).end();
export const status =
  (code: number): RequestListener =>
  (_, res) =>
    res.writeHead(code).end();
export const html = '<!doctype html><title>Not found</title>';
