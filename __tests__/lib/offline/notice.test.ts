import '@/lib/offline/notice';

/** The links that other scripts of the page were told of, as React would be to load the next page by itself. */
const told: string[] = [];

beforeEach(() => {
  told.length = 0;
  document.body.innerHTML = `
    <div class="offline-notice"><strong>You're offline.</strong><button>Try again</button></div>
    <a href="/other"><b>Other page</b></a> <a href="#part">Part of this page</a> <a href="https://x.example/">Other site</a>`;
  for (const link of document.links) link.addEventListener('click', (event) => told.push(event.type));
  document.addEventListener('click', tell);
});
afterEach(() => document.removeEventListener('click', tell));

function tell({ target }: Event) {
  if (target instanceof Element) told.push(target.textContent);
}

it('has the browser load the next page of the site, and leaves other links to the page', () => {
  told.length = 0;
  for (const element of document.querySelectorAll<HTMLElement>('b, a[href="#part"], a[href^="https"]')) {
    element.click();
  }
  expect(told).toEqual(['click', 'Part of this page', 'click', 'Other site']);
});

it('says that the network is back', () => {
  dispatchEvent(new Event('online'));
  expect(document.querySelector('.offline-notice')).toHaveTextContent("You're back online.Reload");
});
