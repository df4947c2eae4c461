import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { OwnerError } from '@/server/base/errors';

const namespaces = { s: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
/** https://www.sitemaps.org/protocol.html */
const PAGES_MAX = 50_000;
const BYTES_MAX = 52_428_800;

/**
 * Checks the index of sitemaps and its files against the schemas of sitemaps.org.
 *
 * @returns what was checked, as a sentence.
 */
export async function checkSitemaps(origin: string): Promise<string> {
  const [index, sitemap] = await Promise.all(['sitemap-index.xsd', 'sitemap.xsd'].map(readSchema));
  assert.ok(index && sitemap);
  try {
    const files = await locationsIn(`${origin}/sitemap.xml`, index);
    let pageCount = 0;
    for (const file of files) {
      assert.ok(file.startsWith(`${origin}/`), file);
      const pages = await locationsIn(file, sitemap);
      assert.ok(pages.length <= PAGES_MAX, file);
      assert.equal(new Set(pages).size, pages.length, `${file} names every page once`);
      for (const page of pages) assert.ok(page.startsWith(`${origin}/`), page);
      pageCount += pages.length;
    }
    return `${files.length + 1} sitemap files with ${pageCount} pages`;
  } finally {
    index.dispose();
    sitemap.dispose();
  }
}

async function readSchema(name: string): Promise<XsdValidator> {
  const text = await readFile(new URL(`../fixtures/formats/${name}`, import.meta.url), 'utf8');
  const document = XmlDocument.fromString(text);
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

async function locationsIn(url: string, schema: XsdValidator): Promise<string[]> {
  const response = await fetch(url);
  const text = await response.text();
  assert.equal(response.status, 200, url);
  assert.ok(Buffer.byteLength(text) <= BYTES_MAX, url);
  const document = XmlDocument.fromString(text);
  try {
    schema.validate(document);
    return document.find('/*/*/s:loc', namespaces).map((node) => node.content);
  } catch (error) {
    throw new OwnerError(`${url} is invalid: ${String(error)}`);
  } finally {
    document.dispose();
  }
}
