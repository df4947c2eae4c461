/** Puts every text of the page into two elements, now and from now on, as the translation of a browser does. */
export function translatePage(): void {
  const untranslated = ['FONT', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEXTAREA'];
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (
        node instanceof Text &&
        node.data.trim() !== '' &&
        !untranslated.includes(node.parentElement?.tagName ?? '')
      )
        texts.push(node);
    for (const text of texts) {
      // What a translation adds; the types call the element deprecated.
      const [outer, inner] = ['font', 'font'].map((name) => document.createElement(name));
      if (!outer || !inner) return;
      text.replaceWith(outer);
      inner.append(text.data);
      outer.append(inner);
    }
  };
  translate();
  const observer = new MutationObserver(translate);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}
