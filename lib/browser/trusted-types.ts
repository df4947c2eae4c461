/** The markup of the progress bar. nprogress writes it as a string. Its own template has `role="bar"`, which is not a valid role. */
export const PROGRESS_TEMPLATE = '<div class="bar"><div class="peg"></div></div>';

/**
 * The first inline script of every page. Browsers with Trusted Types refuse strings where they could run as code, and
 * ask this policy first. It lets through what the libraries of the pages cannot do without: Next's own files, the
 * service worker, the script of Google's sign-in (which the content security policy allows only if the site uses it), text without any tag,
 * the markup of the progress bar, and the empty script from which React builds inert ones.
 */
export const TRUSTED_TYPES_SCRIPT = `if(window.trustedTypes)trustedTypes.createPolicy('default',{
createScriptURL:function(given){
var url=new URL(given,location.href);
var isOwn=url.origin===location.origin&&/^\\/(_next\\/static\\/|sw\\.js$)/.test(url.pathname);
return isOwn||url.origin+url.pathname==='https://apis.google.com/js/api.js'?url.href:null
},
createHTML:function(html){
return!html.includes('<')||html==='${PROGRESS_TEMPLATE}'||html==='<script><\\/script>'?html:null
}})`;
