import { brand } from '@kerbside/schema/brand'

/** What the pages of prices have beyond the style of all signed pages. */
export const priceStyle = `
.lines{margin:0 0 16px;padding:0;list-style:none}
.line{margin:0;padding:16px 0;border-top:1px solid #e5e7eb}
.line:first-child{padding-top:0;border-top:0}
.line-grid{display:grid;grid-template-columns:1fr 1fr 1.2fr;gap:0 10px}
.line-text{grid-column:1/-1}
.field .text{margin-bottom:10px}
.field label{margin-bottom:4px;font-size:14px}
.line details{margin:0}
.line summary{min-height:40px;padding:8px 0;color:${brand.inkSoft};font-size:14px}
.line-more{padding:4px 0 0 12px;border-left:3px solid #e5e7eb}
.line [inputmode],.stage [inputmode],.sums td,.price-lines td:last-child{font-variant-numeric:tabular-nums}
.total{margin:0 0 8px;font-size:clamp(40px,12vw,56px);font-weight:800;line-height:1.05;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.sums,.price-lines{width:100%;margin:0 0 12px;border-collapse:collapse}
.sums th,.sums td,.price-lines th,.price-lines td{padding:6px 0;border-top:1px solid #e5e7eb;text-align:left;font-weight:400;vertical-align:top}
.sums td,.price-lines td:last-child{padding-left:12px;text-align:right;white-space:nowrap}
.provisional th,.provisional td{color:${brand.amber}}
.warning{margin:0 0 12px;padding:12px 16px;border:1px solid ${brand.amberLine};border-radius:8px;background:${brand.amberPale};color:${brand.amber}}
.radios{display:flex;flex-wrap:wrap;gap:0 20px}
.checklist fieldset{margin:0;padding:10px 0;border-top:1px solid #e5e7eb}
.checklist legend{float:left;width:100%;margin:0}
.checklist .radios{clear:both}
.small{min-height:48px;padding:8px 12px;font-size:16px;font-weight:600;text-align:left}
.small .soft{display:block;font-size:14px;font-weight:400}
.ready .rows>li{padding:4px 0;border:0}
.files{margin-bottom:12px}
.files:empty{display:none}
.files>li{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:4px 0}
.files a{flex:none;padding:10px 0}
.source{margin:16px 0 0}
.sending{margin:12px 0 0;text-align:center}
.first{position:absolute;width:1px;min-height:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%)}
.card .button{margin-bottom:12px}
.device-buttons{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-bottom:12px}
.remove{float:right;width:auto;min-height:40px;padding:8px 12px;background:none;color:#374151;font-size:14px;font-weight:600;text-decoration:underline}
.remove:hover{background:#f3f4f6}
[inert]{opacity:.55}
[hidden]{display:none!important}
.device-buttons button{min-height:48px;padding:8px 12px;font-size:16px}
.tag-amber{background:${brand.amberPale};color:${brand.amber}}
.waiting{padding:12px 16px;border:1px solid ${brand.amberLine};border-radius:8px;background:${brand.amberPale};color:${brand.amber};font-weight:600}
@media(min-width:640px){
.brand,main{max-width:800px}
.line-grid{grid-template-columns:1fr 96px 112px 136px}
.line-text{grid-column:auto}
.two,.stage{display:grid;grid-template-columns:1fr 1fr;gap:0 16px}
.checklist fieldset{display:flex;align-items:center;justify-content:space-between}
.checklist legend{width:auto}
}
@media(max-width:639px){.checklist .radios{display:grid;grid-template-columns:1fr 1.2fr 1fr;gap:4px}.checklist .choice{gap:6px;font-size:14px}}
`
