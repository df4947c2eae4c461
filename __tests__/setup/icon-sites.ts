import { bitmap, gif, ico, jpeg, png, svg, webp, withPixels } from './icon-files';
import { type Answer, html, icon, type IconSite, link, manifest, redirect, status, touch } from './icon-site';

/** Sites with every kind of icon, and with every trouble. */
export async function createIconSites(): Promise<Record<string, IconSite>> {
  const [touchIcon, favicon] = [await png(180, 'red'), ico(32, bitmap(32, 'amber', 32))];
  const withFavicon = (files: Record<string, Answer> = {}) => ({ '/favicon.ico': favicon, ...files });
  const bomb = withPixels(await png(96, 'green'), 16_000);
  const listed = async (...icons: object[]) => ({
    head: link('manifest', '/app/site.webmanifest'),
    files: withFavicon({
      '/app/site.webmanifest': manifest(...icons),
      '/app/192.png': await png(192, 'green'),
      '/app/512.png': await png(512, 'blue'),
      '/app/any.svg': svg('blue'),
    }),
  });
  const drawn = (file: Buffer) => ({ head: icon('/icon.svg'), files: withFavicon({ '/icon.svg': file }) });
  const pictured = (file: Buffer, more = '') => ({
    head: icon('/icon', more),
    files: withFavicon({ '/icon': file }),
  });
  const onlyFavicon = (file: Answer) => ({ files: { '/favicon.ico': file } });

  return {
    'touch icon': { head: touch(), files: { '/touch.png': touchIcon }, mark: 'red' },
    'touch icon before all others': {
      head: icon('/icon.svg') + link('manifest', '/m.json') + touch(),
      files: withFavicon({
        '/touch.png': touchIcon,
        '/icon.svg': svg('blue'),
        '/m.json': manifest({ src: '/touch.png', sizes: '192x192' }),
      }),
      mark: 'red',
    },
    'touch icon without a size': {
      head: touch('/touch.png', ''),
      files: { '/touch.png': touchIcon },
      mark: 'red',
    },
    'touch icon, precomposed': {
      head: link('apple-touch-icon-precomposed', '/touch.png'),
      files: { '/touch.png': touchIcon },
      mark: 'red',
    },
    'touch icon at a relative path': {
      url: 'https://touch-icon-at-a-relative-path.example/app/',
      head: touch('img/t.png'),
      files: { '/app/img/t.png': touchIcon },
      mark: 'red',
    },
    'touch icon, the largest of several': {
      head: touch('/120.png', 'sizes="120x120"') + touch() + touch('/76.png', 'sizes="76x76"'),
      files: { '/120.png': await png(120, 'blue'), '/touch.png': touchIcon },
      mark: 'red',
    },
    'touch icon of another host': {
      head: touch('https://cdn-of-touch.example/t.png'),
      files: { 'cdn-of-touch.example/t.png': touchIcon },
      mark: 'red',
    },
    'touch icon that says it is small': {
      head: touch('/touch.png', 'sizes="60x60"') + icon('/icon.png', 'sizes="96x96"'),
      files: { '/touch.png': touchIcon, '/icon.png': await png(96, 'green') },
      mark: 'green',
    },
    'touch icon that says it has the smallest usable size': {
      head: touch('/touch.png', 'sizes="120x120"') + icon('/icon.png', 'sizes="96x96"'),
      files: { '/touch.png': touchIcon, '/icon.png': await png(96, 'green') },
      mark: 'red',
    },
    'touch icon that is smaller than it says': {
      head: touch(),
      files: withFavicon({ '/touch.png': await png(57, 'red') }),
      mark: 'amber',
    },
    'touch icon that is missing': { head: touch(), files: withFavicon(), mark: 'amber' },
    'touch icon, gone': { head: touch(), files: withFavicon({ '/touch.png': status(410) }), mark: 'amber' },
    'touch icon that is a page': { head: touch(), files: withFavicon({ '/touch.png': html }), mark: 'amber' },
    'manifest icon': { ...(await listed({ src: '192.png', sizes: '192x192' })), mark: 'green' },
    'manifest with two sizes': {
      ...(await listed({ src: '512.png', sizes: '512x512' }, { src: '192.png', sizes: '192x192' })),
      mark: 'green',
    },
    'manifest with a purpose': {
      ...(await listed({ src: '512.png', sizes: '512x512', purpose: 'any maskable' })),
      mark: 'blue',
    },
    'manifest with SVG': {
      ...(await listed({ src: 'any.svg', type: 'image/svg+xml', sizes: 'any' })),
      mark: 'blue',
    },
    'manifest with a mask alone': {
      ...(await listed({ src: '192.png', sizes: '192x192', purpose: 'maskable' })),
      mark: 'amber',
    },
    'manifest with a monochrome icon': {
      ...(await listed({ src: '192.png', sizes: '192x192', purpose: 'monochrome' })),
      mark: 'amber',
    },
    'manifest of nonsense': {
      head: link('manifest', '/m.json'),
      files: withFavicon({ '/m.json': '{"icons":[null,1,{"src":7}],' }),
      mark: 'amber',
    },
    'manifest with odd entries': {
      ...(await listed(
        { src: 7 },
        { sizes: '192x192' },
        { src: 'http://[' },
        { src: '192.png', sizes: '192x192' },
      )),
      mark: 'green',
    },
    'manifest that is huge': {
      head: link('manifest', '/m.json'),
      files: withFavicon({ '/m.json': manifest({ src: `/${'x'.repeat(100_000)}`, sizes: '192x192' }) }),
      mark: 'amber',
    },
    'SVG icon': { ...drawn(svg('blue')), mark: 'blue' },
    'SVG icon with a script': {
      ...drawn(svg('blue', { more: '<script>fetch("https://collect.example/")</script>' })),
      mark: 'blue',
    },
    'SVG icon with handlers': {
      ...drawn(svg('blue', { more: '<g onload="alert(1)" onclick="alert(2)"/>' })),
      mark: 'blue',
    },
    'SVG icon of a huge size': {
      ...drawn(svg('blue', { size: 'viewBox="0 0 64 64" width="100000" height="100000"' })),
      mark: 'blue',
    },
    'SVG icon of a tiny size': {
      ...drawn(svg('blue', { size: 'viewBox="0 0 64 64" width="2" height="2"' })),
      mark: 'blue',
    },
    'SVG icon with a private image': {
      ...drawn(svg('blue', { more: '<image xlink:href="http://10.0.0.1/x.png" width="9" height="9"/>' })),
      mark: 'amber',
    },
    'SVG icon with a local file': {
      ...drawn(svg('blue', { more: '<image href="file:///etc/passwd" width="9" height="9"/>' })),
      mark: 'amber',
    },
    'SVG icon with a page inside': { ...drawn(svg('blue', { more: '<foreignObject/>' })), mark: 'amber' },
    'SVG icon with entities': {
      ...drawn(svg('blue', { before: '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>', more: '&c;' })),
      mark: 'amber',
    },
    'SVG icon that is broken': drawn(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path')),
    'PNG icon': { ...pictured(await png(96, 'green'), 'sizes="96x96"'), mark: 'green' },
    'PNG icon without a size': { ...pictured(await png(64, 'green')), mark: 'green' },
    'PNG icon that says it is small': { ...pictured(await png(96, 'green'), 'sizes="32x32"'), mark: 'amber' },
    'PNG icon that is smaller than it says': {
      ...pictured(await png(16, 'green'), 'sizes="96x96"'),
      mark: 'amber',
    },
    'PNG icon of too many pixels': { ...pictured(bomb, 'sizes="192x192"'), mark: 'amber' },
    'PNG icon of two megabytes': {
      ...pictured(Buffer.concat([await png(96, 'green'), Buffer.alloc(2_000_000)])),
      mark: 'amber',
    },
    'WebP icon': { ...pictured(await webp(64, 'green')), mark: 'green' },
    'GIF icon': { ...pictured(await gif(64, 'green')), mark: 'green' },
    'JPEG icon': { ...pictured(await jpeg(64, 'green')), mark: 'green' },
    'ICO icon by its old name': {
      head: link('shortcut icon', '/old.ico'),
      files: { '/old.ico': ico(48, bitmap(48, 'green', 24)) },
      mark: 'green',
    },
    'icon as data': { head: icon('data:image/png;base64,AAAA'), files: withFavicon(), mark: 'amber' },
    'favicon of 32 bits': { ...onlyFavicon(favicon), mark: 'amber' },
    'favicon of 24 bits': { ...onlyFavicon(ico(32, bitmap(32, 'green', 24))), mark: 'green' },
    'favicon of 8 bits': { ...onlyFavicon(ico(32, bitmap(32, 'green', 8))), mark: 'green' },
    'favicon of 1 bit': { ...onlyFavicon(ico(16, bitmap(16, 'green', 1))), mark: 'green' },
    'favicon with a PNG inside': { ...onlyFavicon(ico(256, await png(256, 'green'))), mark: 'green' },
    'favicon that is a PNG': { ...onlyFavicon(await png(32, 'green')), mark: 'green' },
    'favicon of one pixel': onlyFavicon(ico(1, bitmap(1, 'green', 32))),
    'favicon that ends early': onlyFavicon(favicon.subarray(0, 400)),
    'favicon that is a page': onlyFavicon(html),
    'favicon that is empty': onlyFavicon(''),
    'page that fails, with a favicon': { files: withFavicon({ '/': status(500) }), mark: 'amber' },
    'site without any icon': {},
    'site that closes the connection': { files: { '/': (_, res) => res.destroy() } },
    'redirect to another host': {
      head: touch(),
      files: {
        '/touch.png': redirect('https://cdn-of-redirect.example/t.png'),
        'cdn-of-redirect.example/t.png': touchIcon,
      },
      mark: 'red',
    },
    'redirect in a circle': {
      head: touch(),
      files: withFavicon({ '/touch.png': redirect('/touch.png') }),
      mark: 'amber',
    },
    'redirect to this machine': {
      head: touch(),
      files: withFavicon({ '/touch.png': redirect('http://127.0.0.1/t.png') }),
      mark: 'amber',
    },
    'redirect to the metadata of a cloud': {
      head: touch(),
      files: withFavicon({ '/touch.png': redirect('http://169.254.169.254/latest/meta-data/') }),
      mark: 'amber',
    },
    'icon at a private address': {
      head: touch('http://192.168.1.1/t.png') + icon('http://[::1]/t.png'),
      files: withFavicon(),
      mark: 'amber',
    },
    'icon at a private name': {
      head: touch('https://inner.example/t.png'),
      files: withFavicon(),
      addresses: { 'inner.example': ['10.0.0.7'] },
      mark: 'amber',
    },
    'icon at a name with a private address, too': {
      head: touch('https://both.example/t.png'),
      files: withFavicon(),
      addresses: { 'both.example': ['93.184.215.14', '127.0.0.1'] },
      mark: 'amber',
    },
    'site at a private address': {
      files: withFavicon(),
      addresses: { 'site-at-a-private-address.example': ['172.16.0.9'] },
    },
    'page of a member on a shared host': { url: 'https://github.com/ada/figgle', files: withFavicon() },
  };
}
