import { languagesOf } from '@/server/text/language';

const OF_LANGUAGES = {
  en: 'This directory collects the best tools of the web, found and ranked by the people who use them every day. Members submit new tools, upvote the ones that they like and report those that are gone. A team of volunteers looks at each submission before it is published. ',
  de: 'Jeder Eintrag wird von Freiwilligen geprüft, bevor er öffentlich erscheint, und Mitglieder stimmen darüber ab, welche Werkzeuge am besten sind. Die Rangfolge entsteht allein aus diesen Stimmen; bezahlte Plätze gibt es nicht. Wer einen Fehler findet, kann ihn melden oder gleich eine Verbesserung vorschlagen. ',
  es: 'Este directorio reúne las mejores herramientas de la web, elegidas y ordenadas por las personas que las usan. Los miembros proponen herramientas nuevas, votan por las que prefieren y avisan de las que han desaparecido. Un equipo de voluntarios revisa cada propuesta antes de publicarla. ',
  ru: 'Этот каталог собирает лучшие инструменты для веб-разработки, которые выбирают и оценивают сами пользователи. Участники предлагают новые инструменты, голосуют за лучшие и сообщают о тех, которые больше не работают. Модераторы проверяют каждую заявку перед публикацией. ',
};
const OF_UNKNOWN = {
  Danish:
    'Dette katalog samler de bedste værktøjer på nettet, valgt og rangeret af de mennesker, der bruger dem hver dag. Medlemmerne foreslår nye værktøjer, stemmer på dem, de foretrækker, og melder dem, der er forsvundet. ',
  Afrikaans:
    'Hierdie gids versamel die beste gereedskap op die web, gekies en gerangskik deur die mense wat dit elke dag gebruik. Lede stel nuwe gereedskap voor, stem vir dit wat hulle verkies en meld dit wat verdwyn het. ',
};
const languageOf = (text: string, units: number) =>
  languagesOf({ name: 'X', tagline: 'Y', description: text.repeat(20).slice(0, units) }).description;

it.each(Object.entries(OF_LANGUAGES))('knows %s, however long the text is', (language, text) => {
  expect([700, 1_200, 2_500, 4_000, 5_000].map((units) => languageOf(text, units))).toEqual(
    Array.from({ length: 5 }, () => language),
  );
});

it.each(Object.entries(OF_UNKNOWN))('does not take %s for a language like it', (_, text) => {
  expect([200, 300, 700, 1_200, 4_000].map((units) => languageOf(text, units))).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
