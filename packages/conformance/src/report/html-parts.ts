/** Styles of the page: readable in light and dark mode, without external fonts or images. */
export const htmlStyle = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--bad:#b3261e;--doubt:#8a6100;--good:#1a6b2e}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--doubt:#e6b450;--good:#7bd88f}}
body{max-width:70rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.5rem 0 .5rem}h3{font-size:.85rem;margin:.5rem 0 .2rem}
small{font-weight:normal}
.summary{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0}
.summary b{font-size:1.5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin:1rem 0}select{font:inherit;max-width:100%}
details{border-left:.3rem solid #888;padding:.2rem .8rem;margin:.3rem 0}
summary{cursor:pointer}
.fail,.could-not-run{border-color:var(--bad)}.warn{border-color:var(--doubt)}.pass{border-color:var(--good)}
.fail b,.could-not-run b,.fail span,.could-not-run span{color:var(--bad)}
.warn b,.warn span{color:var(--doubt)}.pass b,.pass span{color:var(--good)}
summary em{font-style:normal;font-size:.85rem}
pre{overflow:auto;white-space:pre-wrap;border:1px solid #8888;padding:.5rem;margin:0;max-height:20rem}
dt{font-weight:600}dd{margin:0 0 .3rem 1rem}
.headline{font-size:1.3rem;font-weight:600}.causes li{margin:0 0 1.2rem}
[hidden]{display:none}`;

/** Script of the page: hides the results that the filters exclude. It never turns text into markup. */
export const htmlScript = `
const form=document.getElementById("filters");
form.addEventListener("input",()=>{
  const wanted=Object.fromEntries(new FormData(form));
  for(const one of document.querySelectorAll("details"))
    one.hidden=Object.entries(wanted).some(([name,value])=>value!==""&&one.dataset[name]!==value);
  for(const one of document.querySelectorAll("section"))
    one.hidden=one.querySelector("details:not([hidden])")===null;
});`;
