import { tabStorage } from './tab-storage';

/** How far the list of a page was extended when the page was left. */
type ListPlace = {
  pageCount: number;
  /** The height of the whole document, in pixels. */
  height: number;
};

const KEY = 'listPlaces';
const HEIGHT_PROPERTY = '--restored-height';
const PLACES_MAX = 20;
/** A restored list loads its pages one after the other. */
const PAGES_MAX = 20;

/** `/top/week?tag=x` */
const currentPath = () => window.location.pathname + window.location.search;

/** One line for each page, the latest first: page count, height, scroll position, path. */
const readLines = () => (tabStorage.read(KEY) ?? '').split('\n');

/** Undefined if the page has no list, or its list shows the first page alone. */
export function readListPlace(path: string = currentPath()): ListPlace | undefined {
  for (const line of readLines()) {
    const [, pageCount, height, ofPath] = /^(\d+) (\d+) \d+ (\S+)$/.exec(line) ?? [];
    if (ofPath !== path || Number(pageCount) < 2) continue;
    return { pageCount: Math.min(Number(pageCount), PAGES_MAX), height: Number(height) };
  }
  return undefined;
}

/** Stores for this tab how far the list of the current page is extended. */
export function storeListPlace(pageCount: number): void {
  const path = currentPath();
  const line = [pageCount, document.documentElement.scrollHeight, Math.round(window.scrollY), path].join(' ');
  const others = readLines().filter((other) => !other.endsWith(` ${path}`));
  tabStorage.write(KEY, [line, ...others].slice(0, PLACES_MAX).join('\n'));
}

/** Makes the page as high as it was, so that a scroll position is valid before the pages of the list are loaded. */
export function reserveHeight(px: number): void {
  document.documentElement.style.setProperty(HEIGHT_PROPERTY, `${px}px`);
}

export function releaseHeight(): void {
  document.documentElement.style.removeProperty(HEIGHT_PROPERTY);
}

/**
 * An inline script behind the page's content. It stores the scroll position when the page is left, and restores it
 * after a reload or a return from another site: Next restores scroll positions within one document alone, and turns
 * the browser's own restoration off. A visit by a link or a typed URL begins at the top, with the first page of a list.
 */
export const LIST_PLACE_SCRIPT = `try{(function(){
function path(){return location.pathname+location.search}
function lines(){return(sessionStorage.getItem('${KEY}')||'').split('\\n')}
function mine(line){return line.split(' ')[3]===path()}
function others(){return lines().filter(function(line){return!mine(line)})}
var place=(lines().filter(mine)[0]||'').split(' '),html=document.documentElement;
if(performance.getEntriesByType('navigation')[0].type==='navigate')sessionStorage.setItem('${KEY}',others().join('\\n'));
else if(place[3]){if(place[0]>1)html.style.setProperty('${HEIGHT_PROPERTY}',place[1]+'px');scrollTo(0,place[2])}
addEventListener('pagehide',function(){try{
var pageCount=(lines().filter(mine)[0]||'1').split(' ')[0];
var line=[pageCount,html.scrollHeight,Math.round(scrollY),path()].join(' ');
sessionStorage.setItem('${KEY}',[line].concat(others()).slice(0,${PLACES_MAX}).join('\\n'))
}catch(e){}})
})()}catch(e){}`;
