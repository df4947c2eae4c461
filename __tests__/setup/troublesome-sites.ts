import {
  type Answer,
  type CheckedSite,
  html,
  status,
  redirect,
  text,
  titled,
  productPage,
  own,
  site,
} from './checked-site';

/** Accepts the request and stays silent. */
const silence: Answer = () => undefined;
const cutOff: Answer = (_, res) => void res.destroy();

const challenge = (title: string, body: string, code = 403) => html(titled(title, `<p>${body}</p>`), code);
const slow =
  (answer: Answer, ms: number): Answer =>
  (req, res) =>
    void setTimeout(() => answer(req, res), ms).unref();
/** Only browsers get the page. */
const refuseRobots =
  (name: string, code: number): Answer =>
  (req, res) =>
    /mozilla/i.test(req.headers['user-agent'] ?? '') ? own(name)(req, res) : status(code)(req, res);

const redesigned = (name: string, headline: string) =>
  html(
    titled(
      `${name} | ${headline}`,
      `<main><h1>${headline}</h1><p>Meet the new ${name}: agents that plan, write and verify whole features while you sleep.
      Describe the outcome, approve the plan, merge the result. Connects to issue trackers, chat and calendars. Security
      reviews, budgets and approvals are built in, so that managers stay calm. Book a demonstration with our sales
      engineers, or begin a trial without a credit card today and invite everybody in your company.</p></main>`,
    ),
  );

/** Sixty sites that are still what they were, and make it hard to see. */
export const TROUBLESOME: readonly CheckedSite[] = [
  // Refuse robots.
  ...[401, 402, 403, 405, 406, 429, 451].map((code) =>
    site(`refuses-with-${code}`, refuseRobots(`refuses-with-${code}`, code)),
  ),
  site('rate-limits', status(429, { 'retry-after': '86400' })),
  site('rate-limits-robots-file', own('rate-limits-robots-file'), {
    robots: status(429, { 'retry-after': '3600' }),
  }),
  ...[500, 502, 503, 504, 520, 522, 525].map((code) => site(`fails-with-${code}`, status(code))),
  site(
    'maintenance',
    html(titled('Maintenance', '<p>We will be back soon.</p>'), 503, { 'retry-after': '7200' }),
  ),
  // Challenges.
  site('challenge-403', challenge('Just a moment...', 'Enable JavaScript and cookies to continue')),
  site(
    'challenge-200',
    challenge('Just a moment...', 'Checking your browser before accessing the site.', 200),
  ),
  site(
    'attention',
    challenge('Attention Required! | Cloudflare', 'Please complete the security check.', 200),
  ),
  site('captcha', challenge('captcha-delivery', 'Please verify you are a human to continue.', 200)),
  site(
    'denied-200',
    challenge('Access Denied', 'You do not have permission to view this page. Reference #18.', 200),
  ),
  site(
    'interruption',
    challenge('Pardon Our Interruption', 'Something about your browser made us think you are a bot.', 200),
  ),
  site('ddos', challenge('DDoS protection', 'Please allow up to 5 seconds.', 200)),
  site('unusual', challenge('Sorry', 'Our systems have detected unusual traffic from your network.', 200)),
  site('challenge-redirect', redirect('https://challenge.waf-vendor.example/captcha?back=1')),
  // Cookie walls and logins.
  site(
    'cookie-wall',
    html(
      titled(
        'Your privacy',
        '<h1>We value your privacy</h1><p>Accept all cookies to continue, or manage settings.</p>',
      ),
    ),
  ),
  site(
    'cookie-wall-before',
    html(titled('Before you continue', '<p>Before you continue, choose which cookies may be stored.</p>')),
  ),
  site('cookie-wall-elsewhere', redirect('https://consent.big-publisher.example/consent?return=x')),
  site(
    'login',
    html(
      titled('Sign in', '<form><label>Email</label><label>Password</label><button>Log in</button></form>'),
    ),
  ),
  site('login-elsewhere', redirect('https://login.identity-vendor.example/oauth2/authorize?client=1')),
  site(
    'cookie-banner',
    html(
      productPage('cookie-banner').replace(
        '<nav>',
        '<div>We value your privacy. Accept all cookies?</div><nav>',
      ),
    ),
  ),
  // Silence.
  site('silent', silence, { isLate: true }),
  site('silent-robots-file', own('silent-robots-file'), { robots: silence, isLate: true }),
  site('cut-off', cutOff),
  site('slow', slow(own('slow'), 5_000), { isLate: true }),
  site('rather-slow', slow(own('rather-slow'), 40)),
  site('drips', (_, res) => void res.writeHead(200, { 'content-type': 'text/html' }).write('<title>'), {
    isLate: true,
  }),
  site('loop', redirect('https://loop.example/')),
  site('bad-redirect', redirect('https://[broken')),
  site('private-redirect', redirect('http://127.0.0.1/')),
  site('bad-coding', html('xx', 200, { 'content-encoding': 'zstd' })),
  // Robots.txt.
  site('robots-all', own('robots-all'), { robots: text('User-agent: *\nDisallow: /\n') }),
  site('robots-us', own('robots-us'), {
    robots: text('User-agent: listgrove\nDisallow: /\n\nUser-agent: *\nAllow: /\n'),
  }),
  site('robots-broken', own('robots-broken'), { robots: status(500) }),
  site('robots-html', own('robots-html'), { robots: html(productPage('robots-html')) }),
  site('robots-patterns', own('robots-patterns'), {
    robots: text('User-agent: *\nDisallow: /*?*\nDisallow: /admin$\n'),
  }),
  // Pages with little or other text that are still the same.
  site(
    'script-only',
    html('<!doctype html><title>script-only</title><div id="root"></div><script src="/a.js"></script>'),
  ),
  site('script-only-new-title', html('<!doctype html><title>Loading…</title><div id="root"></div>')),
  site('soft-404', html(titled('404 Not Found', '<p>The page you look for is not here.</p>'))),
  site('empty', html('')),
  site(
    'binary',
    (_, res) =>
      void res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(4_000, 7)),
  ),
  site('redesigned', redesigned('redesigned', 'Ship while you sleep')),
  site('rewritten', html(productPage('rewritten', 1))),
  site(
    'shuffled',
    html(
      productPage('shuffled').replace(
        '<nav>',
        '<aside>New: version 4 is out. Hiring engineers.</aside><nav>',
      ),
    ),
  ),
  site('own-other-domain', redirect('https://own-other-domain-app.example/'), {}),
  site('own-other-path', redirect('/en/')),
  site(
    'translated',
    html(
      titled(
        'translated – besser bauen',
        `<h1>translated</h1><p>translated ist ein Werkzeug für Entwickler, das
    Typen, Datenbank und Formulare zusammenhält. Einmal schreiben, überall verwenden. Läuft auf dem eigenen Rechner und in
    jeder Wolke, braucht kein Konto, und die Anleitung ist kurz. Viele Gruppen nutzen es für Auswertungen und Dienste,
    und der Quelltext ist offen für alle, die mithelfen möchten.</p>`,
        'de',
      ),
    ),
  ),
  site(
    'poker-blog',
    html(
      productPage('poker-blog').replace(
        '<footer>',
        '<p>Our talk: planning poker for estimates, and a casino of metaphors.</p><footer>',
      ),
    ),
  ),
  site(
    'domain-tool',
    html(
      productPage('domain-tool').replace(
        '<footer>',
        '<p>Customers ask: is my domain for sale? Check it here.</p><footer>',
      ),
    ),
    {
      before: html(
        productPage('domain-tool').replace(
          '<footer>',
          '<p>Customers ask: is my domain for sale? Check it here.</p><footer>',
        ),
      ),
    },
  ),
];
