import { compileMessage } from '@/lib/texts/compile';
import { currentCatalog } from '@/lib/texts/language';
import { LANGUAGE, transformFor, transformTexts } from './transform';

type Loader = { getOptions(): { form: 'identifiers' | 'messages' | 'development' }; resourcePath: string };

/** Changes the texts of a file before webpack compiles the file. In development, browsers get the messages at once. */
export default function loader(this: Loader, code: string): string {
  const { form } = this.getOptions();
  if (form !== 'development') return transformFor(form, code, this.resourcePath);
  const ofLanguage = ({ key, english }: { key: string; english: string }) =>
    JSON.stringify(currentCatalog()?.messages.get(key) ?? compileMessage(english));
  const language = JSON.stringify(currentCatalog()?.language ?? 'en');
  return transformTexts(code.replace(LANGUAGE, language), this.resourcePath, ofLanguage, true);
}
