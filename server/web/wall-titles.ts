import { fold } from '@/server/text/fold';

const phrases = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(' | '))
    .map((phrase) => fold(phrase.trim()))
    .filter((phrase) => phrase !== '');

/** What blocks or checks a visitor, in the languages of many sites. */
const BLOCKS = phrases(`
  access denied | access to this page has been denied | access to this site has been denied | access is restricted
  attention required | you have been blocked | sorry, you have been blocked | you are being rate limited | request blocked
  request rejected | this request was blocked | pardon our interruption | please verify you are a human
  please verify you are human | verify you are human | verifying you are human | verify you are a human
  verify that you are human | are you a robot | are you a human | are you human | i'm not a robot | robot check
  bot verification | human verification | security check | security checkpoint | vercel security checkpoint
  security verification | checking your browser | ddos-guard | ddos protection | unusual traffic
  zugriff verweigert | zugang verweigert | zugriff blockiert | sicherheitsüberprüfung | sind sie ein roboter
  bestätigen sie, dass sie ein mensch sind | accès refusé | accès interdit | accès bloqué | vérification de sécurité
  êtes-vous un robot | vérifiez que vous êtes humain | acceso denegado | acceso bloqueado | comprobación de seguridad
  verificación de seguridad | ¿eres un robot | verifica que eres humano | acesso negado | acesso bloqueado
  verificação de segurança | accesso negato | accesso bloccato | verifica di sicurezza | toegang geweigerd
  beveiligingscontrole | odmowa dostępu | dostęp zabroniony | brak dostępu | åtkomst nekad | adgang nægtet | tilgang nektet
  pääsy estetty | přístup odepřen | hozzáférés megtagadva | acces interzis | acces refuzat | доступ запрещен
  доступ ограничен | доступ закрыт | проверка браузера | проверка безопасности | подтвердите, что вы не робот
  вы не робот | доступ заборонено | перевірка безпеки | erişim engellendi | erişim reddedildi | güvenlik kontrolü
  akses ditolak | từ chối truy cập | truy cập bị từ chối | تم رفض الوصول | الوصول مرفوض | دسترسی غیرمجاز | הגישה נדחתה
  访问被拒绝 | 拒绝访问 | 禁止访问 | 访问受限 | 安全验证 | 安全检查 | 人机验证 | 正在验证您是否是真人 | 存取被拒 | 拒絕存取
  安全驗證 | アクセスが拒否されました | アクセス拒否 | アクセスが制限されています | セキュリティチェック | ロボットではありません
  액세스 거부 | 액세스가 거부되었습니다 | 접근이 거부되었습니다 | 접근 거부 | 보안 확인
`);

/** What asks to wait, to sign in or to come back. */
const WAITS = phrases(`
  just a moment | one moment | one moment please | one moment, please | please wait | please wait a moment
  please stand by | you are being redirected | before you continue
  service unavailable | service temporarily unavailable | temporarily unavailable | bad gateway | too many requests
  site under maintenance | under maintenance | scheduled maintenance | maintenance mode | we'll be right back
  we'll be back soon | we will be back soon | something went wrong | enable javascript | javascript is required
  javascript is disabled | cookie consent | cookie settings | your privacy choices
  we value your privacy | log in | login | sign in | signin | log-in | sign-in
  einen moment | einen moment bitte | einen augenblick bitte | nur einen moment | nur einen augenblick | bitte warten
  wartungsarbeiten | wartungsmodus | anmelden | einloggen | un instant | un instant, s'il vous plaît
  veuillez patienter | un momento | un momento, por favor | espere por favor | espera un momento | iniciar sesión
  en mantenimiento | sitio en mantenimiento | site en maintenance | se connecter | connexion | só um momento
  um momento | um momento, por favor | aguarde | aguarde um momento | em manutenção | iniciar sessão | fazer login
  un attimo | un attimo, prego | attendere prego | in manutenzione | accedi | een ogenblik | een ogenblik geduld
  een moment geduld | inloggen | in onderhoud | chwileczkę | proszę czekać | zaloguj się | logowanie | przerwa techniczna
  logga in | vänta | log ind | logg inn | kirjaudu sisään | odota | přihlášení | okamžik, prosím | čekejte prosím
  bejelentkezés | autentificare | один момент | одну минуту | подождите | пожалуйста, подождите | вход | войти
  вход в систему | авторизация | технические работы | зачекайте | увійти | bir dakika | bir dakika lütfen | lütfen bekleyin
  giriş yap | bakım çalışması | harap tunggu | đăng nhập | vui lòng đợi | تسجيل الدخول | يرجى الانتظار | لحظة من فضلك
  ورود | התחברות | 请稍候 | 请稍等 | 请稍后 | 登录 | 用户登录 | 系统维护 | 維護中 | 請稍候 | 登入
  しばらくお待ちください | お待ちください | 少々お待ちください | ログイン | メンテナンス中 | 잠시만 기다려 주세요
  잠시만 기다리십시오 | 잠시만요 | 로그인 | 점검 중 | 시스템 점검
`);

/** What a page of errors says. These may also be names, so that such a title has the name of its site beside them at most. */
const ERRORS = phrases(`
  error | an error occurred | forbidden | unauthorized | unauthorised | blocked | captcha | not found | bad request
  internal server error | server error | gateway timeout | gateway time-out | page not found | page could not be found
  this page could not be found | this page cannot be found | this page can't be found | page was not found
  this page was not found | page cannot be found | page can't be found | rate limit
  seite nicht gefunden | nicht gefunden | fehler | page introuvable | page non trouvée | erreur | página no encontrada
  no encontrado | página não encontrada | pagina non trovata | pagina niet gevonden | nie znaleziono strony
  strona nie została znaleziona | sidan hittades inte | siden blev ikke fundet | siden ble ikke funnet | sivua ei löytynyt
  stránka nenalezena | az oldal nem található | pagina nu a fost găsită | страница не найдена | не найдено | ошибка
  сторінку не знайдено | sayfa bulunamadı | halaman tidak ditemukan | không tìm thấy trang | الصفحة غير موجودة
  صفحه یافت نشد | הדף לא נמצא | 页面不存在 | 页面未找到 | 找不到页面 | 找不到頁面 | ページが見つかりません | 페이지를 찾을 수 없습니다
`);

const [whole, errors] = [new Set([...BLOCKS, ...WAITS]), new Set(ERRORS)];

/** Forms with words of the site in them. */
const WALL_FORM =
  /^(?:(?:please )?verif(?:y|ying) (?:you are|that you).*|are you (?:a )?(?:human|robot).*|checking your browser.*|before you continue.*|(?:log|sign)[ -]?in (?:to|with) .*|(?:one moment|please wait),? while .*|(?:anmelden|einloggen) (?:bei|auf) .*|(?:se )?connecte[rz](?:-vous)? (?:a|avec) .*|(?:iniciar sesion|inicia sesion) (?:en|con) .*|войти (?:в|на|через) .*|вход (?:на|через) .*|вход в (?:систему|аккаунт|личныи).*|(?:登录|登入)到?\s.+|.+(?:に|へ)ログイン)$/u;

/** `HTTP Error 404`, `503 Service Temporarily Unavailable` */
const STATUS = /^(?:(?:http )?(?:error|fehler|erreur|ошибка) )?[45]\d\d(?: (?:error|fehler))?[\s:,.–—-]*/u;

/** A part of a title without case, accents and signs around it. */
const partKey = (part: string): string =>
  fold(part.replaceAll('’', "'").replace(/[()[\]]|!!1$/g, ''))
    .replace(/^[^\p{L}\p{N}¿]+|[\s.…!?。！？:：]+$/gu, '')
    .replace(/\s+/gu, ' ');

/** Whether a whole part of a title says that the page stands before the real one, or asks to sign in. */
export function saysWall(part: string): boolean {
  const said = partKey(part);
  return whole.has(said) || whole.has(said.replace(/^[45]\d\d /, '')) || WALL_FORM.test(said);
}

/** Whether a whole part of a title says that there is no page. “404 Media” is a name. */
export function saysError(part: string): boolean {
  const said = partKey(part);
  const rest = said.replace(STATUS, '');
  return said !== '' && (rest === '' || errors.has(rest) || errors.has(said) || whole.has(rest));
}

/** In scripts without blanks, a phrase may stand anywhere. */
const patternOf = (phrase: string): string =>
  /\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hiragana}|\p{Script=Hangul}/u.test(phrase)
    ? phrase
    : `(?<![\\p{L}\\p{N}])${phrase.replace(/[.?]/g, '\\$&')}(?![\\p{L}\\p{N}])`;
let blocks: RegExp | undefined;

/** Whether a folded text has words that block or check a visitor. */
export function hasBlock(text: string): boolean {
  blocks ??= new RegExp(BLOCKS.map(patternOf).join('|'), 'u');
  return blocks.test(text);
}
