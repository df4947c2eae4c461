import { markdownOf, textPageOf } from '@/host/pages/text-markdown';

const env = {
  siteURL: 'https://listgrove.example',
  siteName: 'Listgrove',
  siteNoun: 'tool',
};

it('has the text of the main part, with absolute links and without controls', () => {
  const html = `<!doctype html><html><body><header><a href="/">Listgrove</a></header><main><article><h1>Terms &amp; rules</h1>
    <p class="lead">The rules of <!-- --><em>Listgrove</em><!-- -->.</p><h2 id="a">Your account</h2>
    <ul><li>One per person: <a href="/ranking">why</a>.</li><li>Not *this*.</li></ul>
    <form><label for="m">Message</label><textarea id="m"></textarea><button>Send</button></form>
    <p><a href="https://other.example/x">Elsewhere</a> <svg><title>icon</title></svg></p></article></main>
    <footer>Imprint</footer></body></html>`;

  expect(markdownOf(html, '/terms', env)).toBe(
    `# Terms & rules

A page of Listgrove: <https://listgrove.example/terms>

The rules of _Listgrove_.

## Your account

- One per person: [why](https://listgrove.example/ranking).
- Not \\*this\\*.

[Elsewhere](https://other.example/x)
`,
  );
});

it('refuses a page without a text', () => {
  expect(() => markdownOf('<p>Away</p>', '/terms', env)).toThrow('/terms has no main part with a headline');
  expect([textPageOf('/terms.md'), textPageOf('/tags.md')]).toEqual(['/terms', undefined]);
});
