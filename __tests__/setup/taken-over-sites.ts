import { type Answer, type CheckedSite, html, redirect, titled, PITCHES, own, site } from './checked-site';

const parked = (name: string, body: string, title = `${name}.example`) =>
  html(titled(title, `<p>${body}</p>`));

/** Sites that are something else now, and answer 200. */
export const TAKEN_OVER: readonly CheckedSite[] = [
  site(
    'for-sale',
    parked('for-sale', 'The domain for-sale.example is for sale. Buy this domain. Make an offer today.'),
  ),
  site('for-sale-elsewhere', redirect('https://market-of-domains.example/lander/for-sale-elsewhere')),
  site(
    'expired',
    parked(
      'expired',
      'This domain has expired. If you are the owner, renew now. Related searches: shoes, loans, insurance.',
    ),
  ),
  site(
    'advertising',
    parked(
      'advertising',
      'Related searches Cloud Hosting Credit Cards Web Design. This domain is parked free, courtesy of GoDaddy. Privacy policy',
    ),
  ),
  site(
    'parked-in-german',
    parked(
      'parked-in-german',
      'Diese Domain steht zum Verkauf. Preis auf Anfrage beim Inhaber.',
      'Domain zu verkaufen',
    ),
  ),
  site(
    'parked-in-russian',
    parked(
      'parked-in-russian',
      'Домен продаётся. Срок регистрации домена истёк. Свяжитесь с владельцем.',
      'Домен',
    ),
  ),
  site(
    'slots',
    html(
      titled(
        'slots: Situs Judi Slot Gacor Terpercaya',
        `<p>Daftar situs judi slot online gacor hari ini dengan bonus new
    member dan RTP live tertinggi. Togel, poker, casino dan jackpot maxwin setiap hari untuk semua member setia kami.</p>`,
        'id',
      ),
    ),
  ),
  site(
    'chinese-betting',
    html(
      titled(
        '澳门娱乐城官网',
        '<p>最好的在线赌场,提供百家乐、老虎机、体育投注和彩票,注册即送奖金,欢迎加入博彩平台。</p>',
        'zh',
      ),
    ),
  ),
  site(
    'turkish-betting',
    html(
      titled(
        'Bahis siteleri 2026',
        `<p>Güvenilir bahis ve casino siteleri, deneme bonusu veren siteler, canlı rulet, poker
    ve jackpot oyunları. Hemen üye ol, betting bonusunu al, kazanmaya başla.</p>`,
        'tr',
      ),
    ),
  ),
  site(
    'same-name-casino',
    html(
      titled(
        'same-name-casino – Best Online Casino Bonus',
        `<p>${PITCHES[0].slice(0, 200)}</p><p>Play online slots,
    roulette, blackjack and baccarat. Claim your welcome bonus and free spins. The jackpot waits in our casino.</p>`,
      ),
    ),
  ),
  site(
    'other-language',
    html(
      titled(
        'Noticias del día',
        `<p>Las últimas noticias de la región, con reportajes sobre política, deporte y cultura.
    El alcalde anunció nuevas obras en el centro, y los vecinos piden más transporte. El equipo local ganó el partido del
    domingo ante miles de espectadores, mientras que el festival de música abre sus puertas la próxima semana con artistas
    de varios países y entradas gratuitas para estudiantes y mayores de sesenta años.</p>`,
        'es',
      ),
    ),
  ),
  site(
    'content-farm',
    html(
      titled(
        '10 Best Mattresses of the Year',
        `<p>Looking for a good night's rest? Our editors slept on forty beds and ranked foam,
    springs and hybrids by comfort, support and price. Side sleepers prefer softer layers, heavy people firmer ones. Read
    our buying guide, learn how long a mattress lasts, and get discounts from partners. We earn commissions when readers
    purchase through links, which never influences what our testers write about pillows, sheets and frames.</p>`,
      ),
    ),
  ),
  site(
    'law-firm',
    html(
      titled(
        'Personal injury attorneys',
        `<p>Hurt in a car accident? Our attorneys have recovered millions for victims across the
    state. Call for a free consultation with experienced lawyers who fight insurance companies. We handle truck crashes,
    slips, falls, wrongful death and workplace injuries. No fee unless we win. Offices in twelve counties, open around the
    clock, with interpreters for families who speak other languages at home.</p>`,
      ),
    ),
  ),
  site(
    'pharmacy',
    html(
      titled(
        'Cheap viagra and cialis',
        '<p>Order viagra, cialis and more without prescription. Escort and casino offers for members, free delivery, porn.</p>',
      ),
    ),
  ),
  site('moved-to-stranger', redirect('https://entirely-different-shop.example/', 301)),
  site(
    'hijacked-through-script',
    html(
      titled(
        'Watch sports live free',
        `<p>Stream every match of the season in high definition without registration. Football,
    basketball, tennis and boxing on every device. Our betting partners offer odds, jackpot prizes and a welcome bonus;
    bookmaker ratings are updated hourly for punters who like to place bets while they watch the game at home.</p>`,
      ),
    ),
  ),
];

/** Pages of other hosts to which the sites above lead. */
export const OTHER_PAGES: Readonly<Record<string, Answer>> = {
  'challenge.waf-vendor.example/captcha': html(titled('Security check', '<p>Please solve the captcha.</p>')),
  'consent.big-publisher.example/consent': html(
    titled(
      'Your choices',
      `<p>${'Our partners store and read information on your device to measure audiences, personalise advertising and develop products. '.repeat(6)}</p>`,
    ),
  ),
  'login.identity-vendor.example/oauth2/authorize': html(
    titled(
      'Welcome',
      `<p>${'Choose an account of your organisation, or contact the administrator who manages applications for your tenant. '.repeat(6)}</p>`,
    ),
  ),
  'own-other-domain-app.example/': own('own-other-domain'),
  'own-other-path.example/en/': own('own-other-path'),
  'market-of-domains.example/lander/for-sale-elsewhere': parked(
    'x',
    'Inquire about this domain. It is listed by a verified seller; make an offer.',
  ),
  'entirely-different-shop.example/': html(
    titled(
      'Garden furniture',
      `<p>Teak benches, parasols and planters for terraces and balconies. Our carpenters build
    chairs by hand and deliver within a week. Visit the showroom, order fabric samples, or ask the gardeners for advice on
    oiling wood before winter. Guarantees run for ten years, and returns are free for members of our club.</p>`,
    ),
  ),
};
