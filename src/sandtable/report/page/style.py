"""The style sheet of a report: the shared drawing of maps, and the page around them."""

from __future__ import annotations

from typing import Final

from sandtable.report.drawing import shared_text

DRAWING: Final = " ".join(f"{shared_text('palette.css')} {shared_text('map.css')}".split())
PAGE: Final = """
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper-hi);color:var(--ink);font:16px/1.5 var(--sans);
  font-variant-numeric:tabular-nums lining-nums}
h1,h2,h3{font-family:var(--serif);font-weight:500;line-height:1.15;margin:0}
a{color:var(--verdigris-dk)}
.definitions{position:absolute}
header,main,footer,nav ul{max-width:1060px;margin:0 auto;padding:0 20px}
header{padding-top:44px;text-align:center}
.kicker{margin:0 0 6px;font-size:12.5px;letter-spacing:.09em;text-transform:uppercase;color:var(--ink-2);
  font-weight:600}
h1{font-size:clamp(34px,6vw,54px)}
.when{margin:6px 0 20px;font-family:var(--serif);font-style:italic;font-size:19px;color:var(--ink-2)}
.outcome{display:inline-block;max-width:100%;margin:0;padding:14px 26px;border:1px solid var(--ink);
  outline:1px solid var(--ink);outline-offset:3px;background:var(--paper)}
.outcome strong{display:block;font:500 26px/1.2 var(--serif);color:var(--side,inherit)}
.outcome span{color:var(--ink-2)}
nav{margin:34px 0 0;border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);
  background:var(--paper)}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:2px 4px;padding-top:8px;padding-bottom:8px;
  justify-content:center}
nav a{display:block;padding:5px 9px;border-radius:4px;font-size:13.5px;text-decoration:none;
  color:var(--side,var(--ink))}
nav a:hover,nav a:focus{background:var(--paper-lo)}
section{padding-top:46px}
h2{font-size:30px;padding-bottom:8px;border-bottom:1px solid var(--ink);margin-bottom:18px}
h3{font-size:21px;margin:26px 0 8px}
.account h3{font-size:19px;font-style:italic;color:var(--ink-2);margin:22px 0 6px}
.turn h2{display:flex;justify-content:space-between;align-items:baseline;gap:12px;border-bottom-width:3px;
  border-bottom-style:double;color:var(--side,inherit);border-color:var(--side,var(--ink))}
.score{font-size:21px;color:var(--ink-2);white-space:nowrap}
p{margin:0 0 10px}
.history{font:20px/1.5 var(--serif);max-width:42em}
.history::first-letter{font-size:3.1em;float:left;line-height:.82;padding:5px 8px 0 0}
dl{margin:0}
.commanders{clear:both;display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:14px 0 0}
.commanders dt{font-weight:600}
.commanders dd{margin:0}
ul,ol{margin:0;padding-left:22px}
b{font-weight:600}
b[class]{color:var(--side)}
.columns{display:grid;grid-template-columns:1fr 1fr;gap:28px;align-items:start}
table{border-collapse:collapse;width:100%;font-size:14.5px}
caption{text-align:left;font:500 21px/1.3 var(--serif);padding:0 0 4px}
caption[class]{color:var(--side)}
th,td{text-align:left;vertical-align:top;padding:6px 10px 6px 0;border-top:1px solid var(--rule-2)}
thead th{font-size:12px;letter-spacing:.05em;text-transform:uppercase;color:var(--ink-2);
  border-top:1px solid var(--ink)}
th small{display:inline-block;width:100%;font-weight:400;color:var(--ink-2);font-size:12.5px}
.gone td,.gone th{color:var(--ink-2)}
.gone th{text-decoration:line-through;text-decoration-thickness:1px}
figure{margin:0 0 14px}
figcaption{font-size:13px;color:var(--ink-2);margin-top:4px}
.window{overflow-x:auto}
.window:focus-visible{outline:2px solid var(--verdigris)}
.map{display:block;width:100%;min-width:660px;height:auto}
.key{font-size:13.5px;color:var(--ink-2)}
.passages{list-style:none;padding:0}
.account{columns:2;column-gap:36px}
.account h3{break-after:avoid}
.account h3:first-child{margin-top:0}
.passage{break-inside:avoid;padding:7px 0;border-top:1px solid var(--rule-2);font-size:15px;line-height:1.4}
.passage p{margin:0 0 3px}
.told.aside,.each{color:var(--ink-2)}
.told.aside{font-size:13.5px}
.chosen{font-size:13.5px;color:var(--ink-2)}
.cites{font-size:11.5px;line-height:1.5}
.rule{font-size:11.5px;color:var(--verdigris-dk);text-decoration:none;
  border-bottom:1px dotted var(--verdigris);margin-right:6px;overflow-wrap:anywhere}
.throw{display:flex;align-items:flex-start;gap:10px;margin:3px 0;font-size:13.5px}
.purpose{flex:0 0 150px;color:var(--ink-2);line-height:1.35}
.need{margin-left:6px;font-size:12px;color:var(--ink-3)}
.cup{flex:1 1 auto;display:flex;flex-wrap:wrap;gap:3px 8px}
.cast{display:inline-flex;flex-wrap:wrap;gap:2px}
.result{flex:0 0 auto;font-weight:600;text-align:right}
.die{width:19px;height:19px;display:block}
.die rect{fill:#fffdf7;stroke:var(--ink-3);stroke-width:1.2}
.die{fill:var(--ink-3)}
.die.plain{fill:var(--ink)}
.die.hit rect{fill:var(--ink);stroke:var(--ink)}
.die.hit{fill:#fffdf7}
.die.again rect{stroke-dasharray:3 2}
.die text{font:600 10px var(--sans);text-anchor:middle}
.figures{font-size:12.5px;color:var(--ink-2);margin:3px 0}
.figures summary{cursor:pointer;color:var(--verdigris-dk)}
.figures dt{font-weight:600;color:var(--ink);margin-top:4px}
.figures dd{margin:0 0 0 12px}
.step{display:block}
.costs{margin-top:18px;max-width:760px;font-size:14px}
.costs caption{font-size:19px;font-style:italic;color:var(--ink-2)}
.costs th{font-weight:400}
.costs-none{color:var(--ink-2);font-style:italic;margin-top:12px}
.points li,.chances li{padding:6px 0;border-top:1px solid var(--rule-2)}
.points,.chances{list-style:none;padding:0;max-width:760px}
main .when{font:600 12.5px var(--sans);margin:0 6px 0 0;color:var(--ink-2);white-space:nowrap}
.swing{font-weight:600;white-space:nowrap;margin-left:4px;color:var(--side)}
.chances p{margin:0}
.odds{color:var(--ink-2);font-size:14px}
.odds strong{color:var(--ink)}
.charted{max-width:760px}
.chart{display:block;width:100%;height:auto}
.chart text{font:12px var(--sans);fill:var(--ink-2)}
.value{text-anchor:end}
.tick{text-anchor:middle}
.grid{stroke:var(--rule);stroke-width:1}
.curve path{fill:none;stroke:var(--side);stroke-width:2.2;stroke-linejoin:round}
.curve circle{fill:var(--side)}
.curve.light path{stroke-dasharray:7 3}
.curve.light circle{fill:var(--paper-hi);stroke:var(--side);stroke-width:1.6}
.chart .end{font-weight:600;font-size:13px;fill:var(--side)}
#rules dl{columns:2;column-gap:36px;font-size:13.5px;line-height:1.4}
#rules dt{font-weight:600;color:var(--verdigris-dk);break-after:avoid;overflow-wrap:anywhere}
#rules dd{margin:0 0 9px;break-inside:avoid}
#rules dt:target,#rules dt:target+dd{background:#f3e6c0}
footer{margin-top:50px;padding-top:14px;padding-bottom:40px;border-top:1px solid var(--rule);
  font-size:13px;color:var(--ink-2)}
footer p{margin:0 0 3px}
.kind{font:italic 12px var(--serif);fill:#4d3f2c;text-anchor:middle}
.objective{fill:none;stroke:var(--ink-3);stroke-width:1;stroke-dasharray:6 4}
.flag{fill:#fffdf7;stroke:var(--ink);stroke-width:1.3;stroke-linejoin:round}
.ghost{fill:#fffdf7;fill-opacity:.35;stroke:var(--line);stroke-width:1;stroke-dasharray:4 2.6}
.march-casing{fill:none;stroke:var(--paper);stroke-width:4.6;opacity:.8}
.march{fill:none;stroke:var(--verdigris);stroke-width:2}
.march-head{fill:var(--verdigris)}
.fire{fill:none;stroke:var(--sienna);stroke-width:1.3;stroke-dasharray:5 3;opacity:.9}
.fire-head{fill:var(--sienna)}
.lost{fill:none;stroke:var(--ink);stroke-width:2.6;stroke-linecap:round}
.name{font:600 11.5px var(--sans);fill:var(--front);paint-order:stroke;stroke:#f6efdf;stroke-width:3.6px;
  stroke-linejoin:round}
.name .state{font-weight:400;font-style:italic;fill:var(--ink-2)}
.lead{stroke:var(--ink-2);stroke-width:.7}
.scale,.scale-unit{font:italic 12px var(--serif);fill:var(--ink)}
.scale{text-anchor:middle}
.scale0{fill:var(--ink);stroke:var(--ink);stroke-width:.7}
.scale1{fill:var(--paper-hi);stroke:var(--ink);stroke-width:.7}
.needle{fill:var(--ink)}
@media(max-width:720px){
  body{font-size:15.5px}
  .columns{grid-template-columns:1fr}
  .account,#rules dl{columns:1}
  header{padding-top:28px}
  h2{font-size:26px}
  section{padding-top:34px}
  .history{font-size:18px}
  .purpose{flex-basis:112px}
  .army td,.army th{padding-right:6px}
}
@media print{
  body{background:#fff;font-size:11pt}
  nav{display:none}
  section{break-inside:auto}
  .turn{break-before:page}
  figure,.passage,tr{break-inside:avoid}
  .map{min-width:0}
  .rule{border:0}
  a{color:inherit}
}
"""
STYLE: Final = DRAWING + PAGE
