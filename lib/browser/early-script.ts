import { tabStorage } from './tab-storage';

const DISMISSED_KEY = 'promosDismissed';

/** Hides the announcements in this tab until it is closed. */
export function dismissPromos(): void {
  tabStorage.write(DISMISSED_KEY, 'true');
  document.documentElement.dataset.promos = 'dismissed';
}

/**
 * An inline script in the head. Before the first paint it hides announcements that were dismissed. Until the page's
 * scripts have taken over, it handles the keys of the site: Ctrl or Cmd and K, and a slash, lead into the header's field,
 * so that nothing typed is lost, and `takeEarlyKey` tells of a question mark. It also loads the page that Back or Forward
 * leads to: only the router could show that page without loading it.
 */
export const EARLY_SCRIPT = `try{(function(){
var html=document.documentElement;
if(sessionStorage.getItem('${DISMISSED_KEY}'))html.dataset.promos='dismissed';
addEventListener('keydown',function(event){
if(html.dataset.ready)return;
var isAlone=!event.ctrlKey&&!event.metaKey&&!event.altKey&&localStorage.getItem('shortcuts')!=='off'&&!event.target.matches('input,textarea,select');
if(isAlone&&event.key==='?'){html.dataset.earlyKey='?';return}
if(!(isAlone&&event.key==='/')&&!(event.key.toLowerCase()==='k'&&(event.ctrlKey||event.metaKey)))return;
var form=document.querySelector('.header-search');
if(!form)return;
event.preventDefault();
form.dataset.open='true';
form.elements.q.focus()
});
addEventListener('popstate',function(event){if(!html.dataset.ready&&event.state)location.reload()})
})()}catch(e){}`;

/** The page's scripts handle its keys from now on. Returns the key that was pressed before, if there was one. */
export function takeEarlyKey(): string | undefined {
  const { dataset } = document.documentElement;
  const { earlyKey } = dataset;
  dataset.ready = 'true';
  delete dataset.earlyKey;
  return earlyKey;
}
