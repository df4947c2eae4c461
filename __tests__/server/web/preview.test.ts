import { previewPage } from '@/server/web/preview';

const home = 'https://www.acme.example/';

it.each([
  ['Acme – Draw maps together', {}, home, { name: 'Acme', tagline: 'Draw maps together' }],
  ['Draw maps together – Acme', {}, home, { name: 'Acme', tagline: 'Draw maps together' }],
  ['Home | Acme', {}, home, { name: 'Acme', tagline: '' }],
  ['Plan things: Acme', {}, 'https://acme.example/plan', { name: 'Acme', tagline: 'Plan things' }],
  ['Docs | Tool', { 'og:site_name': 'Acme' }, 'https://acme.example/docs', { name: 'Docs', tagline: '' }],
  [
    'Docs and more | Tool',
    { 'og:site_name': 'Acme' },
    'https://x.example/',
    { name: 'Acme', tagline: 'Docs and more' },
  ],
  ['Anything', { 'og:site_name': 'Anything Inc' }, 'https://x.example/a', { name: 'Anything', tagline: '' }],
  [
    undefined,
    { 'og:title': 'Figgle · Draw it', description: 'A long enough description.' },
    home,
    { name: 'Figgle', tagline: 'A long enough description.' },
  ],
  [undefined, { 'twitter:title': 'Figgle' }, home, { name: 'Figgle', tagline: '' }],
  [
    'T',
    { 'og:title': '  ', 'twitter:title': 'Figgle Two' },
    home,
    { name: 'Figgle Two', tagline: 'Figgle Two' },
  ],
  [
    'Figgle',
    { 'og:description': 'short', description: 'Not used, because the first one counts' },
    home,
    { name: 'Figgle', tagline: '' },
  ],
  [
    'Figgle',
    {
      description:
        'One sentence that is quite long indeed, yes. One sentence that is quite long indeed, yes. One sentence that is quite long indeed, yes. One sentence that is quite long indeed, yes. ',
    },
    home,
    {
      name: 'Figgle',
      tagline: 'One sentence that is quite long indeed, yes. One sentence that is quite long indeed, yes.',
    },
  ],
  [
    'Figgle',
    { 'og:image': '/a.png' },
    home,
    { name: 'Figgle', tagline: '', image: 'https://www.acme.example/a.png' },
  ],
  [
    'Figgle',
    { 'og:image': '/a.png', 'og:image:secure_url': 'https://b.example/c.png' },
    home,
    { name: 'Figgle', tagline: '', image: 'https://b.example/c.png' },
  ],
  ['Figgle', { 'og:image': 'http://[' }, home, { name: 'Figgle', tagline: '' }],
  ['x', {}, home, { name: '', tagline: '' }],
  ['xy', {}, home, { name: 'xy', tagline: '' }],
])('reads from the title %p and %j of %s', (title, meta, url, expected) => {
  const { name, tagline, imageURL } = previewPage(
    { title, meta: new Map(Object.entries(meta)), links: [] },
    new URL(url),
  );
  expect({ name, tagline, image: imageURL }).toEqual({ image: undefined, ...expected });
});

it('removes line breaks, and signs that are invisible or turn the text around', () => {
  expect(
    previewPage({ title: 'Fig\u200bgle\u202e  \n x', meta: new Map(), links: [] }, new URL(home)).name,
  ).toBe('Figgle x');
});

it.each([
  [
    'GitHub - octo/widget: Draws figures by rules',
    'https://github.com/octo/widget',
    'Widget',
    'Draws figures by rules',
  ],
  ['@octo/fig-gle - npm', 'https://www.npmjs.com/package/@octo/fig-gle', 'Fig-gle', ''],
  ['figgle · PyPI', 'https://pypi.org/project/figgle/', 'Figgle', ''],
  [
    'Figgle in ten minutes - YouTube',
    'https://www.youtube.com/watch?v=abcdefghijk',
    'Figgle in ten minutes',
    'Figgle in ten minutes',
  ],
  [
    'Figgle on the App Store',
    'https://apps.apple.com/us/app/figgle/id1',
    'Figgle',
    'Figgle on the App Store',
  ],
  ['Figgle - Wikipedia', 'https://en.wikipedia.org/wiki/Figgle', 'Figgle', ''],
  ['octo/widget at next', 'https://github.com/octo/widget/tree/next', 'Widget', ''],
  [
    'widget/README.md at main · octo/widget · GitHub',
    'https://github.com/octo/widget/blob/main',
    'Widget',
    '',
  ],
  ['Octo / Widget · GitLab', 'https://gitlab.com/octo/widget', 'Widget', ''],
  ['figgle - crates.io', 'https://crates.io/crates/figgle', 'Figgle', ''],
  [
    'Figgle – Apps bei Google Play',
    'https://play.google.com/store/apps/details?id=a.b',
    'Figgle',
    'Apps bei Google Play',
  ],
  ['„Figgle“ im App Store', 'https://apps.apple.com/de/app/figgle/id1', 'Figgle', '„Figgle“ im App Store'],
  ['Fig dans l’App Store', 'https://apps.apple.com/fr/app/fig/id1', 'Fig', 'Fig dans l’App Store'],
  [
    '「フィグル」をApp Storeで',
    'https://apps.apple.com/jp/app/fig/id1',
    'フィグル',
    '「フィグル」をApp Storeで',
  ],
  ['Фиггл — Википедия', 'https://ru.wikipedia.org/wiki/Фиггл', 'Фиггл', ''],
])('names what the page %j at %s is about, not its host', (title, url, name, tagline) => {
  expect(
    previewPage({ title, meta: new Map([['og:site_name', 'GitHub']]), links: [] }, new URL(url)),
  ).toMatchObject({
    name,
    tagline,
  });
});

it.each([
  'Access Denied',
  'Just a moment...',
  'Attention Required! | Cloudflare',
  '403 Forbidden',
  'Verifying you are human. This may take a few seconds.',
  'Pardon Our Interruption',
  'Vercel Security Checkpoint',
  'Log in to Acme',
  'Login - Acme portal',
  '404: This page could not be found.',
  '503 Service Temporarily Unavailable',
  'Forbidden | Acme',
  'Error 404 (Not Found)!!1',
  'Access to this site has been denied.',
  'Too Many Requests',
  'We’ll be right back!',
  'DDoS-Guard',
  'Zugriff verweigert',
  'Einen Moment bitte …',
  'Anmelden bei Acme',
  'Accès refusé',
  'Un instant…',
  'Page introuvable | Acme',
  'Acceso denegado - Acme',
  'Un momento, por favor...',
  'Página no encontrada',
  'Só um momento...',
  'Accesso negato',
  'Toegang geweigerd',
  'Odmowa dostępu',
  'Доступ запрещён',
  'Один момент…',
  'Вход — Личный кабинет',
  'Erişim engellendi',
  'Bir dakika lütfen...',
  '访问被拒绝',
  '请稍候…',
  '登录 - 某某网',
  'アクセスが拒否されました',
  'しばらくお待ちください...',
  '잠시만 기다려 주세요…',
  'تسجيل الدخول',
])('suggests nothing from the wall %j', (title) => {
  const meta = new Map([
    ['og:site_name', 'Cloudflare'],
    ['description', 'Please enable cookies and wait for a while.'],
  ]);
  expect(previewPage({ title, meta, links: [] }, new URL(home))).toMatchObject({ name: '', tagline: '' });
});

it.each([
  ['404 Media', 'https://www.404media.co/', '404 Media'],
  ['500 Global | Venture capital', 'https://500.co/', '500 Global'],
  ['Login.gov', 'https://login.gov/', 'Login.gov'],
  ['Blocked: a game of squares', 'https://games.example.com/blocked', 'Blocked'],
  ['Forbidden Forest – Maps of woods', 'https://woods.example.com/', 'Forbidden Forest'],
  ['Log in color', 'https://logs.example.com/', 'Log in color'],
  ['Captcha: a card game', 'https://cards.example.com/', 'Captcha'],
  ['Einen Momentmesser bauen', 'https://messer.example.com/', 'Einen Momentmesser bauen'],
  ['Вход в горы – Походы', 'https://hikes.example.com/', 'Вход в горы'],
])('takes %j for a name, not for a wall', (title, url, name) => {
  expect(previewPage({ title, meta: new Map(), links: [] }, new URL(url))).toMatchObject({ name });
});
