import { IMPORT_LIMITS } from '@/lib/contract/import';
import { setUpFakeWeb } from '../../setup/fake-web';
import { markdownList, setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
const api = setUpTestApp(
  { githubAPIURL: 'http://api.github.example' },
  { fetchPage: (url, options) => web.fetchPage(url, options), rateLimits: noRateLimits },
);
const { buildModerator } = setUpModerationCalls(api);
const calls = setUpImportCalls(api);

it('imports the README of a repository at GitHub', async () => {
  const moderator = await buildModerator();
  web.serve('api.github.example/repos/owner/awesome/readme', (req, res) => {
    res.end(req.headers.accept === 'application/vnd.github.raw' ? markdownList(['Vim', 'Nano']) : '{}');
  });
  const answer = await calls.fetchList(moderator, 'https://github.com/owner/awesome');
  const { id, sourceName } = calls.detailsOf(answer);
  expect(sourceName).toBe('https://github.com/owner/awesome');
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({ format: 'markdown', counts: { added: 2 } });
});

it('takes a file of 5 MB', async () => {
  const upload = await calls.upload(await buildModerator(), Buffer.alloc(IMPORT_LIMITS.bytesMax, 'a'));
  expect(upload.status).toBe(202);
});

it('reads lists that are larger than a page', async () => {
  const moderator = await buildModerator();
  const csv = `name,url\n${Array.from({ length: 100 }, (_, at) => `Tool ${at},https://t${at}.example/`).join('\n')}`;
  web.serve('lists.example/tools.csv', (_, res) => res.end(`${csv}\n${' '.repeat(3_000_000)}\n`));
  const { id } = calls.detailsOf(await calls.fetchList(moderator, 'http://lists.example/tools.csv'));
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({ format: 'csv', counts: { added: 100 } });
});

it.each([
  ['a page that is not there', 'http://lists.example/gone.md', 400, 'There is no public list at this link.'],
  ['a private address', 'http://127.0.0.1/list.md', 400, expect.stringContaining('public')],
  ['a host that does not exist', 'http://nowhere.example/', 400, expect.any(String)],
  [
    'a list that is too large',
    'http://lists.example/large.csv',
    413,
    expect.stringContaining('larger than 5 MB'),
  ],
  ['what is no link', 'no link', 400, expect.any(String)],
])('says why it cannot read %s', async (_, url, status, message) => {
  const moderator = await buildModerator();
  web.serve('lists.example/large.csv', (_req, res) => res.end(Buffer.alloc(5_000_001, 'a')));
  expect(await calls.fetchList(moderator, url)).toMatchObject({ status, body: { message } });
  expect((await calls.list(moderator)).imports).toEqual([]);
});

it('gives up a list during which the site has stopped eleven times, and says so', async () => {
  const moderator = await buildModerator();
  const { id } = calls.detailsOf(
    await calls.upload(moderator, 'name,url\nVim,https://vim.example\n', 'tools.csv'),
  );
  await api.pool.query(`UPDATE tasks SET interrupted_count = 11 WHERE kind = 'import'`);
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('The site was stopped each time it read this list.'),
  });
});
