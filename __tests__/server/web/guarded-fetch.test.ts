import { buildUser } from '../../setup/build';
import { PUBLIC_ADDRESS, setUpFakeWeb } from '../../setup/fake-web';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });

async function preview(url: string) {
  const headers = await api.signIn(await buildUser(api.db));
  return api.request('POST', '/api/user/private/products/preview', { headers, body: { url } });
}

async function expectRefused(url: string) {
  expect(await preview(url)).toMatchObject({
    status: 400,
    body: { isError: true, code: 'bad_request', fields: { url: expect.stringMatching(/\.$/) } },
  });
  expect(web.canaryCount).toBe(0);
}

const spellings = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0.0.0x1',
  ],
  ...[
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.01',
    '00000177.0.0.1',
    '127.0.0.1.',
    '127.0.0.1%2e',
    '127。0。0。1',
  ],
  ...['①②⑦.⓪.⓪.①', '１２７.0.0.1', '%31%32%37.0.0.1', '127.0.0.%31', '0', '0.0.0.0', '0x0', '00', '0.0.0.1'],
  ...['10.0.0.1', '10.255.255.255', '167772161', '0xa.0.0.1', '012.0.0.1', '172.16.0.1', '172.31.255.255'],
  ...[
    '192.168.0.1',
    '192.168.1',
    '3232235777',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '169.254.43518',
  ],
  ...[
    '100.64.0.1',
    '100.127.255.254',
    '100.100.100.200',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.7',
    '198.18.0.1',
  ],
  ...[
    '198.19.255.254',
    '198.51.100.1',
    '203.0.113.9',
    '192.88.99.1',
    '168.63.129.16',
    '224.0.0.1',
    '239.1.2.3',
  ],
  ...['240.0.0.1', '255.255.255.255', '4294967295', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ...[
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:10.0.0.1]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2002:a00:1::1]'],
  ...[
    '[2001::1]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[3fff::1]',
    '[100::1]',
  ],
  ...[
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    'router',
    'intranet',
    'metadata',
    'db.internal',
  ],
  ...[
    'metadata.google.internal',
    'printer.local',
    'nas.home.arpa',
    'x.onion',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
  ],
];

it.each(spellings)('does not reach %s', async (host) => {
  await expectRefused(`http://${host}/`);
});

it.each([
  ...[
    'http://user@public.example/',
    'http://user:secret@public.example/',
    'http://public.example@127.0.0.1/',
  ],
  ...[
    'http://public.example:8080/',
    'http://public.example:22/',
    'https://public.example:6379/',
    'http://127.0.0.1:80/',
  ],
  ...[
    'ftp://public.example/',
    'file:///etc/passwd',
    'gopher://public.example/',
    'data:text/html,x',
    '//127.0.0.1/',
  ],
  ...['http:\\\\127.0.0.1\\', 'http:127.0.0.1', 'https:/127.0.0.1', 'http://127.0.0.1#@public.example/'],
])('does not fetch %s', async (url) => {
  web.serve('public.example/', '<title>Public</title>');

  await expectRefused(url);
  expect(web.dialled).toEqual([]);
});

it.each([
  [['127.0.0.1']],
  [['10.1.2.3']],
  [['169.254.169.254']],
  [['168.63.129.16']],
  [['100.64.1.1']],
  [['0.0.0.0']],
  [['::1']],
  [['::']],
  [['::ffff:127.0.0.1']],
  [['::ffff:c0a8:1']],
  [['64:ff9b::a00:1']],
  [['2002:c0a8:1::']],
  [['2001:0:1::1']],
  [['fe80::1']],
  [['fe80::1%eth0']],
  [['fd00::1']],
  [['ff02::1']],
  [['not an address']],
  [[]],
  [[PUBLIC_ADDRESS, '127.0.0.1']],
  [['::1', PUBLIC_ADDRESS]],
])('does not connect to a name that resolves to %j', async (addresses) => {
  web.names.set('rebound.example', addresses);

  await expectRefused('http://rebound.example/');
  expect(web.dialled).toEqual([]);
});

it.each([
  [301, 'http://127.0.0.1/'],
  [302, 'http://[::1]/'],
  [303, 'http://2130706433/'],
  [307, 'http://169.254.169.254/latest/meta-data/'],
  [308, 'https://localhost/'],
  [302, '//10.0.0.1/'],
  [302, 'http://rebound.example/'],
  [302, 'http://user:secret@public.example/'],
  [302, 'http://public.example:8080/'],
  [302, 'file:///etc/passwd'],
  [302, 'gopher://127.0.0.1:6379/_FLUSHALL'],
])('does not follow a redirect %i to %s', async (status, location) => {
  web.names.set('rebound.example', ['192.168.0.1']);
  web.serve('public.example/', (_, res) => res.writeHead(302, { location: '/next' }).end());
  web.serve('public.example/next', (_, res) => res.writeHead(status, { location }).end());

  await expectRefused('http://public.example/');
  expect(web.dialled).toEqual([PUBLIC_ADDRESS, PUBLIC_ADDRESS]);
});

it.each([
  'http://127.0.0.1/a.png',
  'http://[::ffff:10.0.0.1]/a.png',
  'http://rebound.example/a.png',
  'file:///a.png',
])('does not fetch the image %s of a public page', async (address) => {
  web.names.set('rebound.example', ['10.0.0.1']);
  web.serve('public.example/', `<title>Public page</title><meta property="og:image" content="${address}">`);

  const { status, body } = await preview('http://public.example/');

  expect([status, body]).toMatchObject([200, { name: 'Public page' }]);
  expect(body).not.toHaveProperty('imageURL');
  expect(web.canaryCount).toBe(0);
});

it('connects to the address that it checked, even if the name resolves to another one later', async () => {
  web.serve('public.example/', (_, res) => {
    web.names.set('public.example', ['127.0.0.1']);
    res.writeHead(200, { 'content-type': 'text/html' }).end('<title>Seen once</title>');
  });

  expect(await preview('http://public.example/')).toMatchObject({ status: 200, body: { name: 'Seen once' } });
  await expectRefused('http://public.example/');
  expect(web.dialled).toEqual([PUBLIC_ADDRESS]);
});

it('sends its user agent, and no cookies or credentials', async () => {
  let seen = {};
  web.serve('public.example/', ({ headers }, res) => {
    seen = headers;
    res.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('<title>Public</title>');
  });

  await preview('http://public.example/');

  expect(seen).toEqual({
    host: 'public.example',
    connection: expect.any(String),
    accept: 'text/html,application/xhtml+xml;q=0.9',
    'accept-encoding': 'gzip, br',
    'user-agent': 'Listgrove/1.0 (+https://listgrove.example; link preview)',
  });
});
