import ts from 'typescript';

/** Errors that end in the log or in the terminal. */
const ERRORS =
  /^(?:(?:Type|Range|Syntax|Owner|Config|Deadline|WorkerEnded|SearchRequest|Filter|DatabaseUnavailable)?Error|LeaseEnded|DOMException)$/;

/** Functions whose texts are for programs, or for the people who run the site. */
const CALLS =
  /^(?:require|import|RegExp|querySelector(?:All)?|matchMedia|closest|matches|getElementById|\w+EventListener|(?:get|has|remove)Attribute|getPropertyValue|setProperty|createPolicy|includes|has|get|delete|sql|raw|\w+Format|DisplayNames|Segmenter|Collator|PluralRules|Locale|toLocale\w+|createContext|fetch|URL|URLSearchParams|(?:get|set|remove)Item|(?:get|set|append)?[hH]eader|writeHead|createHash|createHmac|digest|test|exec|indexOf|lastIndexOf|hkdfSync|for|useSWR\w*|execute|query|unsafe)$/;

/** Functions of ours that take words of programs, by the files that call them so. */
const OWN_CALLS: readonly [RegExp, RegExp][] = [
  [/^server\//, /^splitWords$/],
  [/^server\/web\/wall-titles\.ts$/, /^phrases$/],
  [/^server\/import\/formats\/record-fields\.ts$/, /^names$/],
  [/^server\/import\/lists\/label-words\.ts$/, /^setOf$/],
  [/^server\/fields\/(?:choice|field)-types\.ts$/, /^defineType$/],
  [/^server\/queries\//, /^(?:list|public)Order$/],
];

/** Functions whose first value is for programs, and the next what people may read. */
const FIRST_VALUE =
  /^(?:startsWith|endsWith|split|replace|replaceAll|match|matchAll|regex|enum|literal|picklist|set|append|setAttribute|createElement|use(?:ModeratorList|ViewerData|KeptForm|Decisions))$/;

const LOG = /^(?:debug|info|warn|error|fatal|log|trace)$/;
const LOOKS_UP = /^(?:split|includes|has|indexOf|find)$/;

export const calleeOf = (node: ts.CallExpression | ts.NewExpression): string =>
  ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();

/** Of a header, of structured data, or of what a program compares. */
export const isNameForPrograms = (name: string) =>
  /^@|^[a-z]+(?:-[a-z]+)+$|^(?:scope|sameSite|vary|authorization)$/.test(name);

/** The server answers a plain error with a general sentence; a page may show the message of an error. */
const isSilentError = (call: ts.NewExpression, callee: string) =>
  ERRORS.test(callee) &&
  !(callee === 'Error' && /^(?:components|hooks|pages|lib)\//.test(call.getSourceFile().fileName));

function isCallForPrograms(call: ts.CallExpression | ts.NewExpression, value: ts.Node): boolean {
  const callee = calleeOf(call);
  if (ts.isNewExpression(call)) return isSilentError(call, callee) || CALLS.test(callee);
  if (ts.isElementAccessExpression(call.expression)) return /^(?:logger|console)\[/.test(callee);
  if (LOG.test(callee))
    return /\b(?:log(?:ger)?|console)\W+\w+$/i.test(call.expression.getText().replace(/\(.*\)/, ''));
  const [first] = call.arguments;
  if (FIRST_VALUE.test(callee))
    return (
      first === value ||
      (!!first && ts.isStringLiteralLike(first) && isNameForPrograms(first.text) && !isShownName(first.text))
    );
  const { fileName } = call.getSourceFile();
  return CALLS.test(callee) || OWN_CALLS.some(([file, own]) => file.test(fileName) && own.test(callee));
}

/** Names of what people read: of attributes, properties and values. */
export const isShownName = (name: string) =>
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|title|label|placeholder|heading|caption|legend|subject|tooltip|sentence|summary|hint|tagline|message|problem|question|answer|explanation|children|error|description|short_name|unit|__html|ariaLabel|data-label|\w+(?:Label|Text|Title))$/.test(
    name,
  );

/** Whether a text is a value of a call for programs, or is compared or looked up by one. */
export function isForPrograms(node: ts.Node): boolean {
  for (
    let at = node;
    !ts.isSourceFile(at) && !ts.isFunctionLike(at) && !ts.isJsxExpression(at);
    at = at.parent
  ) {
    const { parent } = at;
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== at)
      if (isCallForPrograms(parent, at)) return true;
    if (ts.isTaggedTemplateExpression(parent) && parent.tag.getText() !== 'html') return true;
    // Words to split or to look up.
    if (ts.isPropertyAccessExpression(parent) && parent.expression === at && LOOKS_UP.test(parent.name.text))
      return true;
  }
  return false;
}

const isClassList = (text: string) => {
  const words = text.replaceAll('…', ' ').trim().split(/\s+/);
  if (words.some((word) => /^\p{Lu}/u.test(word))) return false;
  const like = words.filter(
    (word) =>
      /^-?[a-z0-9][-\w:[\]()./%#,=&>*'"]*$/.test(word) && /[-:[\]0-9]/.test(word) && /[a-z]/.test(word),
  );
  return like.length > 0 && like.length >= words.length * 0.4 && !/[.?!’]$/.test(text.trim());
};

/** Addresses, types, headers, names of types, units, methods, ranges of letters, SQL, style sheets and scripts. */
const CODE = [
  /^https?:|^[/[{.]|^#+[^#\s]|^[a-z-]+\/[a-z+.-]+(?:$|[;,])|sans-serif|\{\s*[\w-]+:|^[@:][\w-]+|^[\w.]+@[\w.]+$|^[a-z]\w*(?:[._][a-z]\w*)+$/,
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$|^[KM]iB$|^(?:GET|POST|PUT|DELETE|Bearer|Basic) |^(?:public|private), |^U\+[\dA-F]/,
  /^[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+\b|^gzip, |^noopener |^javascript:|^const |^addEventListener\(|^curl |^(?:[a-z]{2}(?:-[A-Z]{2})? ){5}/,
  /^--\s|^(?:alter|select|insert|update|delete|with|case|order by)\s[^]*\b(?:from|into|set|table|as|when|where|then|desc|asc)\b|^(?:ALTER|SELECT|INSERT|UPDATE|DELETE)\s/,
];
const isCode = (text: string) => CODE.some((code) => code.test(text.trim()));

/** The whole of a text is an address, a call or a command, which no language changes. */
export const isAddress = (text: string) =>
  /^(?:https?:\/\/\S*|[\w.]+@[\w.]+|GET …|…?(?:\/[\w…-]+)+[?#]?[\w=-]*…?|curl '…'|javascript:\S+)$/.test(
    text.trim(),
  );

/** Without the markup around it, or in it. */
export const withoutTags = (text: string) =>
  text.replace(/<style>[^]*?<\/style>|<[^>]*>|^[^<>]*"[^<>]*>|<[a-z/][^>]*$/g, ' ').trim();

export const hasLetters = (text: string) => /\p{L}{2}/u.test(text);

/** Whether people may read a text: it begins with a capital letter, or has several words. */
export const isProse = (text: string): boolean =>
  (/^[^\p{L}]*\p{Lu}\p{Ll}/u.test(text) || /(?:\p{L}{2}[,;:.!?’']*|^\d+)\s+[^\s]*\p{L}{2}/u.test(text)) &&
  !isCode(text) &&
  !isClassList(text);
