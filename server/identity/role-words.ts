import { splitWords } from '@/server/text/words';

/** Handles and names that no member may have, because they would speak for the site. The site's own name is added to the list. */
export const RESERVED_NAMES = splitWords(`
  abuse account accounts announcements anonymous api automod automoderator billing bot contact deleted everyone former-member a-former-member founder
  help helpdesk host hostmaster info legal mod mods moderation news newsletter noreply no-reply null official owner
  postmaster press privacy root security site staff superuser support sysop system system-message system-notice system-notification team the-site trust-and-safety trust-safety undefined
  verified webmaster équipe equipo soporte suporte assistenza destek redaktion kundendienst verwaltung
  поддержка техподдержка служба-поддержки команда-сайта підтримка служба-підтримки владелец-сайта
  客服 官方 站长 站長 小编 管理团队 管理團隊 客服中心 サポート 公式 運営 事務局 고객센터 고객지원 공식
  مشرف المشرف المشرفون الإدارة إدارة-الموقع مدير-الموقع مشرف-الموقع فريق-الدعم الدعم-الفني
  צוות-האתר צוות-התמיכה הנהלת-האתר מנהל-האתר แอดมิน ทีมงาน ฝ่ายสนับสนุน
`);

/** Words that claim a role at the begin or the end of any word. Names here are in many languages. */
export const ROLE_WORDS = splitWords(`
  admin admins administrator administrators moderator moderators moderateur moderatore moderador moderadora moderatrice
  moderaattori moderatör moderación moderação modération moderazione moderacja moderace moderering moderasyon yönetici
  beheerder ylläpitäjä ylläpito rendszergazda správce
  админ администратор администрация адмін адміністратор адміністрація модератор модерация модерація διαχειριστής συντονιστής
  管理者 管理人 管理员 管理員 版主 官方账号 官方帳號 官方团队 官方團隊 モデレーター 運営チーム 運営事務局 公式アカウント 관리자 운영자 운영진 운영팀 관리팀
  amministratore amministratori amministratrice amministrazione quảntrịviên banquảntrị điềuhànhviên chínhthức tagapangasiwa msimamizi
  správca üzemeltető idarəçi әкімші ادمین ادمن أدمن ایڈمن אדמין प्रशासक एडमिन प्रचालक প্রশাসক অ্যাডমিন এডমিন মডারেটর
  நிர்வாகி அட்மின் నిర్వాహకుడు అడ్మిన్ കാര്യനിർവാഹകൻ അഡ്മിൻ ನಿರ್ವಾಹಕ ಅಡ್ಮಿನ್ પ્રશાસક એડમિન ਪ੍ਰਸ਼ਾਸਕ ਐਡਮਿਨ ผู้ดูแล แอดมิน
  运营 運營 站务 版务 网管 網管 어드민
  מודרטור ผู้ดูแลระบบ ผู้ดูแลเว็บ व्यवस्थापक मॉडरेटर
`);

/** Words that claim a role beside the site's name, as in “Listgrove support”, and beside other such words, as in “Site staff”. */
export const TEAM_WORDS = splitWords(`
  account admin ceo crew editor editors help helpdesk hq manager mod mods moderation news official owner safety security
  staff support team trust verified équipe equipo soporte suporte assistenza destek ekip поддержка команда підтримка
  团队 團隊 官方 客服 チーム 公式 サポート 팀 공식 فريق الدعم צוות תמיכה ทีม
`);

/** Words of a team that claim a role in any part of a name beside the person's, and before it, as in “Site mod Ada”. */
export const OFFICE_WORDS = splitWords('helpdesk mod mods moderation staff support');

/** Words that claim a role as the first of a name, where no person has them. */
export const FIRST_WORDS = splitWords('helpdesk moderation official staff support verified');

/** Words that claim a role wherever they stand alone in a name: in languages where no person is called so. */
export const LONE_WORDS = splitWords(`
  automod offiziell offizielle offizieller betreiber seitenbetreiber systemverwalter officiel officielle officieel officiell offisiell virallinen
  oficial oficiales ufficiale ufficiali oficjalny oficjalna oficjalne oficiální oficiálny hivatalos oficialus zvanično službeno uradno ametlik
  yönetim yetkili pengelola pengurus pentadbir opisyal официальный официальная официально офіційний офіційно официален званично
  επίσημο επίσημος υποστήριξη مدير المدير مدیر مدیریت پشتیبانی الرسمي מנהל רשמי आधिकारिक অফিসিয়াল ทางการ
  官方 官方号 客服 公式 運営 管理 スタッフ 운영 공식 관리 스태프
`);

/** Endings of a host, beside the site's name. */
export const HOST_ENDINGS = splitWords('app co com dev eu fyi info io net org site');

/** Words that claim a role only beside those of a team, as in “The moderation team”. */
export const WORDS_BESIDE_TEAM = splitWords(`
  a and chief community customer global head lead member members our of senior the this trusted user users your
`);
