import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '../setup/until';
import { noticesSite } from './addresses';
import { expect, test } from './site';
import { startSite } from './start-site';

test.use({ baseURL: noticesSite.url });

const run = promisify(execFile);
const acme = { name: 'Acme', text: 'Fonts for print', url: 'https://acme.example/', from: '2020-01-01' };

test('the owner changes promos and sponsors of a site that runs', async ({ page, context }) => {
  test.setTimeout(4 * 60 * 1000);
  const folder = await mkdtemp(path.join(tmpdir(), 'notices-'));
  const file = path.join(folder, 'site.json');
  const write = (content: object) => writeFile(file, JSON.stringify({ fields: [], ...content }));
  await write({ promos: [{ text: 'Old news', url: '/new', until: '2020-01-01' }] });
  const variables = {
    APP_ENV: 'development',
    SITE_FILE: file,
    NEXT_PUBLIC_SITE_PROMOS: '',
    LOG_LEVEL: 'error',
  };
  const site = await startSite(noticesSite, variables);
  const admin = () =>
    run(process.execPath, ['--import', 'tsx', 'host/listgrove.ts', 'admin', 'reload'], {
      env: { ...process.env, ...variables, DATA_DIR: site.dataDir },
    });
  const textOf = (at: string) => context.request.get(at).then((response) => response.text());
  try {
    await page.goto('/');
    await expect(page.getByRole('list', { name: 'Announcements' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Sponsored' })).toHaveCount(0);
    await page.goto('/sponsors');
    await expect(page.getByText('Nobody sponsors')).toBeVisible();

    await write({
      promos: [{ text: 'Fresh news', url: '/new' }],
      sponsors: [
        { ...acme, until: '2999-12-31' },
        { ...acme, name: 'Former', until: '2020-12-31' },
      ],
    });
    expect((await admin()).stdout).toContain('shown from now on');
    await until(async () => (await textOf('/')).includes('Fresh news'));
    await page.goto('/');
    const promos = page.getByRole('list', { name: 'Announcements' });
    await expect(promos.getByRole('link', { name: 'Fresh news' })).toHaveAttribute('href', '/new');
    const sponsored = page.getByRole('region', { name: 'Sponsored' });
    await expect(sponsored.getByRole('listitem')).toHaveText('Acme Fonts for print');
    await expect(sponsored.getByRole('listitem').getByRole('link')).toHaveAttribute(
      'rel',
      'sponsored noopener',
    );
    await sponsored.getByRole('link', { name: 'Sponsored' }).click();
    await expect(page).toHaveURL('/sponsors');
    // The address changes a moment before the page.
    await expect(page.getByRole('heading', { name: 'Sponsors', level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText(
      'Acme: Fonts for print, from January 1, 2020 to December 31, 2999',
    );
    for (const at of ['/api/products', '/feed.xml', '/data/products.jsonl']) {
      expect(await textOf(at)).not.toContain('acme.example');
    }

    await writeFile(file, '{"fields": [], "promos": [{"text": "Trap", "url": "javascript:alert(1)"}]}');
    await expect(admin()).rejects.toThrow('must be a web address or a path of the site');
    const printedChars = site.printed().length;
    site.child.kill('SIGHUP');
    await until(() =>
      site.printed().slice(printedChars).includes('The promos and sponsors stay as they are.'),
    );
    expect(await textOf('/')).toContain('Fresh news');
    await write({ promos: [{ text: 'Last news', url: '/new' }] });
    site.child.kill('SIGHUP');
    await until(async () => (await textOf('/sponsors')).includes('Last news'));
    expect(await textOf('/sponsors')).toContain('Nobody sponsors');
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
});
