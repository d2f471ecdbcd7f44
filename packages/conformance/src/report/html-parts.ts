/** Style of the page: readable in light and dark, no font and no picture from elsewhere. */
export const htmlStyle = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:70rem;margin:0 auto;padding:1rem}
small{font-weight:normal}
.summary{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}
.summary b{font-size:1.5rem}
form{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}
details{border-left:.3rem solid #888;padding:.2rem .8rem;margin:.3rem 0}
details.fail,details.could-not-run{border-color:#b3261e}
details.warn{border-color:#8a6100}
details.pass{border-color:#1a6b2e}
summary span{display:inline-block;min-width:9rem}
summary em{font-style:normal;font-size:.85rem}
pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8888;padding:.5rem;max-height:20rem}
dt{font-weight:600}dd{margin:0 0 .3rem 1rem}
[hidden]{display:none}`;

/** Program of the page: hides what the filters do not ask for. It never makes markup of text. */
export const htmlScript = `
const form=document.getElementById("filters");
form.addEventListener("input",()=>{
  const wanted=Object.fromEntries(new FormData(form));
  for(const one of document.querySelectorAll("details"))
    one.hidden=Object.entries(wanted).some(([name,value])=>value!==""&&one.dataset[name]!==value);
});`;
