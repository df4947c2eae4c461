/** Finds the smallest element with this text, which may be split over elements inside it. */
export const hasText = (text: string) => (_: string, element: Element | null) =>
  element !== null && isText(element, text) && ![...element.children].some((child) => isText(child, text));

const isText = (element: Element, text: string) => element.textContent.replace(/\s+/g, ' ').trim() === text;
