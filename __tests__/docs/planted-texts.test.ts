import { findLiteralTexts } from '../setup/literal-texts';

const found = (code: string, file: string) =>
  findLiteralTexts(code, file).map((each) => each.replace(/^\S+ /, ''));

/** In a page or a component: what is said without a key, and what of it is found. */
const ON_PAGES: readonly [string, string][] = [
  ['const a = () => <p>Nothing here</p>;', 'Nothing here'],
  ['const a = () => <p>upvotes</p>;', 'upvotes'],
  ['const a = () => <p>Upvotes</p>;', 'Upvotes'],
  ['const a = () => <p>{count} upvotes</p>;', 'upvotes'],
  ['const a = () => <p>Terms &amp; privacy</p>;', 'Terms &amp; privacy'],
  ['const a = () => <>Nothing&nbsp;here</>;', 'Nothing&nbsp;here'],
  ['const a = () => <title>Tools of the week</title>;', 'Tools of the week'],
  ["const a = () => <p>{'upvotes'}</p>;", 'upvotes'],
  ["const a = () => <p>{isOn && 'on'}</p>;", 'on'],
  ["const a = () => <p>{isOn ? 'open' : t('a.closed', 'closed')}</p>;", 'open'],
  ["const a = () => <p>{name ?? 'anonymous'}</p>;", 'anonymous'],
  ['const a = () => <p>{`Sent by ${name}`}</p>;', 'Sent by …'],
  ['const a = () => <p>{`${count} upvotes`}</p>;', '… upvotes'],
  ['const a = () => <a aria-label="menu" href="/" />;', 'menu'],
  ['const a = () => <a aria-description="Opens a menu" href="/" />;', 'Opens a menu'],
  ["const a = () => <a aria-label={isOpen ? 'close' : 'open'} />;", 'close'],
  ['const a = () => <a title="Your menu" href="/" />;', 'Your menu'],
  ['const a = () => <img alt="logo" src="/logo.png" />;', 'logo'],
  ['const a = () => <input placeholder="you" />;', 'you'],
  ['const a = () => <input type="submit" value="Send it" />;', 'Send it'],
  ['const a = () => <Field label="Name" />;', 'Name'],
  ['const a = () => <Page heading="upvotes" />;', 'upvotes'],
  ['const a = () => <Message text="There is nothing." />;', 'There is nothing.'],
  ['const a = () => <meta name="description" content="The best tools" />;', 'The best tools'],
  ['const a = () => <Page icon={<Icon label="An upvote" />} />;', 'An upvote'],
  ["const TABS = ['Hot', 'New'];", 'New'],
  ["const TABS = ['hot', 'new'];\nconst a = () => TABS.map((tab) => <li>{tab}</li>);", 'new'],
  ["const KINDS = { hot: 'Hot lists' };", 'Hot lists'],
  ["const KINDS = { hot: 'popular' };\nconst a = () => <p>{KINDS[kind]}</p>;", 'popular'],
  ["const link = { href: '/tags', label: 'tags' };", 'tags'],
  ["const word = isOn ? 'on' : 'off';\nconst a = () => <b>{word}</b>;", 'off'],
  ["const wordOf = (on) => (on ? 'on' : 'off');\nconst a = () => <b>{wordOf(true)}</b>;", 'off'],
  ["function Field({ label = 'name' }) {}", 'name'],
  ["function Field({ note = 'You can change it.' }) {}", 'You can change it.'],
  ["document.title = 'Tools of the week';", 'Tools of the week'],
  ["const a = () => showToast('success', 'Saved.');", 'Saved.'],
  ["const a = () => showToast('error', 'gone');", 'gone'],
  ["const a = () => <b onClick={() => showToast('success', `Copied ${name}.`)} />;", 'Copied ….'],
  ["const a = () => setError('Write a name.');", 'Write a name.'],
  ["throw new Error('The list is too long.');", 'The list is too long.'],
  ["element.setAttribute('aria-label', 'Your menu');", 'Your menu'],
  ["element.textContent = 'Nothing here';", 'Nothing here'],
  ["toast.error('It did not work.');", 'It did not work.'],
  ["const link = { label: 'tags' as const };", 'tags'],
  ["createElement('p', null, 'Nothing here');", 'Nothing here'],
  ["dialog.warn('You will lose what you typed.');", 'You will lose what you typed.'],
  ["toast.update('Your image is saved.');", 'Your image is saved.'],
  ["const a = () => <a title={labelFor('Open the menu now')} />;", 'Open the menu now'],
  ["const name = words('A former member of us');", 'A former member of us'],
  ['const welcome = (name) => `Welcome back ${name}`.trim();', 'Welcome back …'],
  ["const a = () => <p>{name ?? '[deleted account]'}</p>;", '[deleted account]'],
  ['const a = () => <input placeholder="select a tag from the list" />;', 'select a tag from the list'],
  ["const span = { name: '7 days' };", '7 days'],
  ["const kind = 'Opt-in e-mail';", 'Opt-in e-mail'],
];

/** In an error, a call, an email, a feed, a card or a document of the server. */
const ON_SERVER: readonly [string, string][] = [
  ["throw new ApiError('gone', 'This is gone.');", 'This is gone.'],
  ["throw new ApiError('gone', 'gone');", 'gone'],
  ['throw new ApiError(code, `It is for ${role}s.`);', 'It is for …s.'],
  ["throw new ApiError('bad_request', said, { fields: { url: 'Write a link.' } });", 'Write a link.'],
  ["throw new TaskFailure('The site did not answer.');", 'The site did not answer.'],
  ["throw new ImageRefusal('size', 'It is too large.');", 'It is too large.'],
  ["const name = z.string().min(1, 'Write a name.');", 'Write a name.'],
  ["const name = z.string().regex(/a/, 'Write letters only.');", 'Write letters only.'],
  ["const name = z.string({ error: 'Write a name.' });", 'Write a name.'],
  ["const name = z.string().refine(isName, { message: 'Write a name.' });", 'Write a name.'],
  ["const a = (c) => c.json({ message: 'It is saved.' });", 'It is saved.'],
  ["problems.set(key, 'Fill this in.');", 'Fill this in.'],
  ["const a = (c) => c.json({ message: 'gone' }, 410);", 'gone'],
  ["const a = (c) => c.text('There is no such page.', 404);", 'There is no such page.'],
  ["const a = () => mailMember(db, { subject: 'welcome', text: said });", 'welcome'],
  ['const a = () => insertEmail(db, { to, text: `Hello ${name},\\n\\nit works.` });', 'Hello …, it works.'],
  ['const a = () => `<style>p { color: red }</style><p class="a">Look at it</p>`;', 'Look at it'],
  ['const a = () => html`<main><h1>Choose one</h1>${list}</main>`;', 'Choose one …'],
  ['const feed = () => `<feed><title>New tools</title>${entries}</feed>`;', 'New tools …'],
  ["const card = () => drawLine('Upvoted by members', 32);", 'Upvoted by members'],
  ['const page = () => `# Tools\\n\\n${list}`;', '# Tools …'],
  ["const page = () => ['## New this week', ...lines].join('\\n');", '## New this week'],
  ["const manifest = { name: 'Search', url: '/search' };", 'Search'],
  ["server.registerTool('search', { title: 'Search tools' });", 'Search tools'],
  ["const slug = z.string().describe('The last part of the path.');", 'The last part of the path.'],
];

const GLUED: readonly [string, string][] = [
  ['a.tsx', "const a = () => t('a.one', 'One') + t('a.two', 'two');"],
  ['a.ts', "const a = (x) => t('a.sent', 'Sent') + ' ' + x;"],
  ['a.ts', "const a = () => `${t('a.one', 'One.')} ${t('a.two', 'Two.')}`;"],
  ['a.ts', "const a = () => `Sent ${t('a.today', 'today')}`;"],
  ['a.ts', "const a = (name) => `${t('a.name', 'Name')}: ${name}`;"],
  ['a.ts', "const a = () => [t('a.one', 'One.'), t('a.two', 'Two.')].join(' ');"],
  ['a.ts', "const a = (all) => all.map((each) => say(each)).join(', ');"],
  [
    'a.ts',
    "const a = (x) => {\n  const parts = [t('a.one', 'One.'), ...(x ? [say(x)] : [])];\n  return parts.join(' ');\n};",
  ],
  ['a.ts', "const a = (names) => names.join(' and ');"],
  ['a.ts', "const a = (failed) => failed.map(({ sentence }) => sentence).join(' ');"],
  ['a.ts', "const one = () => t('a.one', 'One.');\nconst a = () => `${one()} ${t('a.two', 'Two.')}`;"],
  ['a.ts', "const a = () => t('a.one', 'One.').concat(t('a.two', 'Two.'));"],
  ['a.ts', "const a = () => t('a.name', 'Name').toLowerCase();"],
  ['a.ts', "const a = () => { const name = say(NAME); return name.toLocaleLowerCase('en'); };"],
  ['a.ts', "const a = (noun) => noun + 's';"],
  ['a.ts', 'const a = (noun) => `${noun}s`;'],
  ['a.ts', "const a = () => t('a.sent', 'Sent ');"],
  ['a.ts', "const sent = text('a.sent', ', sent by a member');"],
  ['a.tsx', "const a = () => <p>{t('a.one', 'One.')} {t('a.two', 'Two.')}</p>;"],
  ['a.tsx', "const a = () => <p>{t('a.by', 'By')}{' '}{name}</p>;"],
  ['a.tsx', "const a = () => <p>{isOn && t('a.one', 'One.')} {t('a.two', 'Two.')}</p>;"],
  [
    'a.tsx',
    "const a = () => <p>{t('a.read', 'Read the')} <a href=\"/terms\">{t('a.terms', 'terms')}</a></p>;",
  ],
  ['a.tsx', "const a = () => <p>{t('a.by', 'By')}: {name}</p>;"],
  ['a.tsx', "const a = () => <p title={`${t('a.by', 'By')} ${name}`} />;"],
];

it.each(ON_PAGES)('finds the text of a page in %s', (code, text) => {
  expect(found(code, 'components/thing.tsx')).toContain(text);
});

it.each(ON_SERVER)('finds the text of the server in %s', (code, text) => {
  expect(found(code, 'server/routes/thing.ts')).toContain(text);
});

it.each(GLUED)('finds a sentence made of pieces in %s: %s', (file, code) => {
  expect(found(code, `lib/${file}`).join()).toContain('glued: ');
});

it('finds a text that is said when the module loads', () => {
  expect(found("const gone = t('a.gone', 'It is gone.');", 'lib/a.ts')).toEqual([
    "said at import: t('a.gone', 'It is gone.')",
  ]);
});

it.each([
  "const a = () => t('a.gone', 'It is gone.');",
  "const gone = text('a.gone', 'It is gone.');",
  "throw new TypeError('It has no key');",
  "throw new OwnerError('Set the name of the site.');",
  "logger.info('A page was read.');",
  "logger?.error({ image }, 'An image is damaged.');",
  "logger[level]('A page was read.');",
  "console.error('It has failed.');",
  'const names = splitWords(`curl gnuplot Intel libpng`);',
  "const names = 'Curl Gnuplot Intel'.split(' ');",
  "const a = { 'cache-control': 'public, max-age=60', 'query-input': 'required name=q' };",
  "const a = new Map([['accept-encoding', 'gzip, deflate, br']]);",
  "res.setHeader('allow', 'GET, HEAD');",
  "c.header('content-disposition', 'Attachment');",
  "const style = ':root { color: red } .Name a { color: blue }';",
  'const a = () => `<p class="line" style="color:red">${text}</p>`;',
  'const a = () => sql`select name from products`;',
  'const a = () => sql.raw(`${kind}s`);',
  "db.query('SELECT name FROM products');",
  'const a = () => <p className="flex items-center gap-2" />;',
  'const a = () => <p data-testid="the list" />;',
  'const a = () => <svg viewBox="0 0 24 24"><path d="M4 12h16" /></svg>;',
  'const a = () => <a href="/tags" rel="nofollow noopener" target="_blank" />;',
  'const a = () => <Icon name="arrow-up" size="small" />;',
  'const a = () => <Field keptAs="new webhook" type="email" />;',
  "const a = () => (kind === 'open' ? <Open /> : <Closed />);",
  "const a = () => <p>{kind === 'open' && count}</p>;",
  "const a = () => <p>{t('a.gone', 'It is gone.')}</p>;",
  "const a = () => <p>{' · '}</p>;",
  "const a = () => <button>{isBusy && <Spinner />} <span>{t('a.save', 'Save')}</span></button>;",
  "const a = () => `# ${t('a.title', 'Tags')}\\n\\n${list}`;",
  "const a = () => `<a href=\"${url}\">${t('a.title', 'Tags')}</a>`;",
  "const a = () => `[${t('a.title', 'Tags')}](${url})`;",
  "const a = () => `${t('a.title', 'Tags')} · ${day}`;",
  "const a = () => [t('a.one', 'One.'), t('a.two', 'Two.')].join('\\n');",
  'const a = (ms) => `${ms / 1_000}s`;',
  'const a = (handle) => handle.toLowerCase();',
  "const url = 'https://example.com/a-path';",
  'const a = () => <input placeholder="https://" />;',
  "const a = () => useKeptForm('tag name');",
  'const file = `${name}.tar.gz`;',
  "const key = ['count', userId].join(' ');",
  "import { thing } from '@/lib/Some thing';",
  "type Kind = 'Hot list' | 'New list';",
  "document.querySelector('main > Form a');",
  "new Intl.DateTimeFormat('en', { month: 'long' });",
])('finds nothing in %s', (code) => {
  expect(found(code, /<\w/.test(code) && !/`<|sql`/.test(code) ? 'components/a.tsx' : 'server/a.ts')).toEqual(
    [],
  );
});
