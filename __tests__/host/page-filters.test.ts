import { setUpServedPages } from '../setup/served-pages';
import { cursorSigner, setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const site = setUpServedPages(api);
const after = cursorSigner.sign('31.WyJob3QiLDEsIjEiXQ');

it.each([
  ['/?weights=3..9&price=free', '/?price=free&weights=3..9'],
  ['/new?price=paid,free', '/new?price=free,paid'],
  ['/top/week?price=paid&price=free', '/top/week?price=free,paid'],
  ['/tag/css?license=mit', '/tag/css?license=MIT'],
  ['/tag/css?price=free,cheap&sort=new', '/tag/css?sort=new&price=free'],
  ['/?weights.from=3&weights.to=&tag=css', '/?tag=css&weights=3..'],
  [`/?after=${after}&weights=9..3`, `/?weights=3..9&after=${after}`],
  ['/?price=free%2Cpaid&utm_source=x&weights=3&price=', '/?price=free,paid&weights=3'],
])('leads from %s to the one spelling of the filters', async (asked, location) => {
  const { status, headers } = await site.send(asked);
  expect([status, headers.location]).toEqual([308, location]);

  await site.send(location);
  await site.send(location);
  expect(site.rendered).toEqual([location]);
});

it('renders a filtered list once, whatever else its address says', async () => {
  await site.send('/?price=free');
  await site.send('/?utm_source=x&price=free');
  await site.send('/?price=free&from=31');

  expect(site.rendered).toEqual(['/?price=free']);
});
