import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasErrorCode } from '@/server/base/errors';
import { PACKAGE_FOLDER } from './folders';
import { type StoredResponse, sizeOf, storeResponse } from '@/host/pages/stored-response';
import { fillTemplates } from '@/host/texts/templates';
import { KEPT } from '@/lib/offline/forget-kept-pages';
import { currentCatalog } from '@/lib/texts/language';
import { siteWords } from '@/lib/texts/texts';

/** The folders of the package that are served from memory, by the path that their files begin with. */
const folders = [
  { folder: '.next/static', prefix: '/_next/static' },
  { folder: 'public', prefix: '' },
  { folder: 'dist/browser', prefix: '' },
] as const;
const compressedFolder = path.join(PACKAGE_FOLDER, 'dist/compressed');

/** What may be kept in memory. Next.js serves the files beyond. */
const LIMITS = { fileBytesMax: 2 * 1024 * 1024, bytesMax: 64 * 1024 * 1024 };

/** Smaller files hardly shrink. */
const COMPRESSED_FROM_BYTES = 200;

/** Types by extension. Next.js serves the files of every other type. */
const TYPES: ReadonlyMap<string, { type: string; isText: boolean }> = new Map([
  ['.js', { type: 'application/javascript; charset=UTF-8', isText: true }],
  ['.css', { type: 'text/css; charset=UTF-8', isText: true }],
  ['.svg', { type: 'image/svg+xml', isText: true }],
  ['.txt', { type: 'text/plain; charset=UTF-8', isText: true }],
  ['.json', { type: 'application/json; charset=UTF-8', isText: true }],
  ['.webmanifest', { type: 'application/manifest+json', isText: true }],
  ['.woff2', { type: 'font/woff2', isText: false }],
  ['.png', { type: 'image/png', isText: false }],
  ['.jpg', { type: 'image/jpeg', isText: false }],
  ['.webp', { type: 'image/webp', isText: false }],
  ['.avif', { type: 'image/avif', isText: false }],
  ['.ico', { type: 'image/x-icon', isText: false }],
]);

type StaticFile = {
  /** Relative to the package. */
  file: string;
  urlPath: string;
  type: string;
  isText: boolean;
};

async function listStaticFiles(): Promise<StaticFile[]> {
  const found: StaticFile[] = [];
  for (const { folder, prefix } of folders) {
    const entries = await readdir(path.join(PACKAGE_FOLDER, folder), {
      recursive: true,
      withFileTypes: true,
    });
    for (const entry of entries) {
      const known = TYPES.get(path.extname(entry.name));
      if (!entry.isFile() || !known) continue;
      const file = path.relative(PACKAGE_FOLDER, path.join(entry.parentPath, entry.name));
      const parts = path.relative(folder, file).split(path.sep);
      // Chunks of pages have brackets in their names, which browsers ask for encoded.
      found.push({ file, urlPath: `${prefix}/${parts.map(encodeURIComponent).join('/')}`, ...known });
    }
  }
  return found;
}

/** Compresses the text files of a build at the highest level, so that the site need not compress them at every start. */
export async function compressStaticFiles(): Promise<void> {
  for (const { file, isText } of await listStaticFiles()) {
    const body = await readFile(path.join(PACKAGE_FOLDER, file));
    if (!isText || body.length < COMPRESSED_FROM_BYTES) continue;
    const target = path.join(compressedFolder, file);
    await mkdir(path.dirname(target), { recursive: true });
    const compressed = await compress(body);
    await writeFile(`${target}.br`, compressed.br);
    await writeFile(`${target}.gz`, compressed.gzip);
  }
}

/** At the highest level, in threads. */
async function compress(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    br: await promisify(brotliCompress)(body, quality),
    gzip: await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
  };
}

type FileHeaders = {
  /** The header of the files whose names change with their contents. */
  immutable: ReadonlyMap<string, string>;
  /** The header of the files in `public`. */
  revalidated: ReadonlyMap<string, string>;
  /** The header of the scripts of the service worker: browsers ask for them again at every use. */
  uncached: ReadonlyMap<string, string>;
};

/**
 * The files of the build and of `public` as responses, by the path of their URLs. In another language than English, the
 * files of the build are also below a path of the language, so that a browser never takes one language's script for another's.
 * In its own path, a script stays English, for pages from before the site had the language.
 */
async function loadStaticFiles({
  immutable,
  revalidated,
  uncached,
}: FileHeaders): Promise<Map<string, StoredResponse>> {
  const responses = new Map<string, StoredResponse>();
  const catalog = currentCatalog();
  const filled = catalog ? await fillTemplates(catalog) : new Map<string, string>();
  let bytes = 0;
  for (const { file, urlPath, type } of await listStaticFiles()) {
    const source = path.join(PACKAGE_FOLDER, file);
    if ((await stat(source)).size > LIMITS.fileBytesMax) continue;
    const compressed = path.join(compressedFolder, file);
    const isBuilt = urlPath.startsWith('/_next/');
    const headers = isBuilt ? immutable : file.startsWith('dist/') ? uncached : revalidated;
    // No page tells the service worker the words of the site.
    const said = urlPath === '/sw.js' ? `globalThis.siteWords=()=>(${JSON.stringify(siteWords())});\n` : '';
    const store = (bodies: { body: Buffer; br?: Buffer; gzip?: Buffer }) => {
      const stored = storeResponse({
        status: 200,
        headers: new Map([...headers, ['content-type', type]]),
        ...bodies,
      });
      bytes += sizeOf(stored);
      return stored;
    };
    const template = filled.get(file);
    const script = template === undefined ? undefined : Buffer.from(said + template);
    const inLanguage = script && store({ body: script, ...(await compress(script)) });
    const asBuilt =
      inLanguage && !isBuilt
        ? inLanguage
        : store({
            body: await readFile(source),
            br: await readIfPresent(`${compressed}.br`),
            gzip: await readIfPresent(`${compressed}.gz`),
          });
    if (bytes > LIMITS.bytesMax) break;
    responses.set(urlPath, asBuilt);
    if (isBuilt && catalog) responses.set(catalog.prefix + urlPath, inLanguage ?? asBuilt);
  }
  return responses;
}

/**
 * Where a file of the build is by now, for pages that a browser has from before the catalog changed, or the language.
 * Undefined for other paths.
 */
export function presentPathOf(urlPath: string): string | undefined {
  const [, file] = /^\/l\/[^/]+(\/_next\/static\/.+)$/.exec(urlPath) ?? [];
  return file && (currentCatalog()?.prefix ?? '') + file;
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Replaces the service worker of every browser that has one: deletes what it has kept, and then itself. */
export const REMOVING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('${KEPT}')) await caches.delete(name);
    await registration.unregister();
  })());
});
`;

export const storeRemovingWorker = (common: ReadonlyMap<string, string>) =>
  storeResponse({
    status: 200,
    headers: new Map([
      ...common,
      ['cache-control', 'no-cache'],
      ['content-type', 'application/javascript; charset=UTF-8'],
    ]),
    body: Buffer.from(REMOVING_WORKER),
  });

/** For the files in `public`. Chromium would ask for the icons again whenever a page adds an icon. In seconds. */
const fileCaching = 'public, max-age=60, s-maxage=1, stale-while-revalidate=10, stale-if-error=86400';

export const publicFileHeaders = (
  common: ReadonlyMap<string, string>,
  ofPages: ReadonlyMap<string, string>,
) => new Map([...common, ['cache-control', fileCaching], ...ofPages]);

/** The files of the build and of `public`, from memory. */
export const loadPageFiles = (common: ReadonlyMap<string, string>, ofPages: ReadonlyMap<string, string>) =>
  loadStaticFiles({
    immutable: new Map([...common, ['cache-control', 'public, max-age=31536000, immutable']]),
    revalidated: publicFileHeaders(common, ofPages),
    uncached: new Map([...common, ['cache-control', 'no-cache'], ...ofPages]),
  });
