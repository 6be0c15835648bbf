import { brand } from '@kerbside/schema/brand'

/** Rules of the pages with prices: cards on a phone, a table where there is room for one. */
export const pricesCss = `
.price{margin:0;font-size:30px;font-weight:800;line-height:1.15;letter-spacing:-.02em}
.state{padding:10px 14px;border-left:4px solid ${brand.inkMute};background:#f3f4f6;font-weight:600}
.state-good{border-color:${brand.green};background:${brand.greenPale};color:#166534}
.differs{display:inline-block;margin-left:6px;padding:0 7px;border:1px solid ${brand.inkMute};border-radius:999px;color:${brand.inkSoft};font-size:12px;font-weight:600;white-space:nowrap}
.warning{display:block;margin-top:4px;color:${brand.red};font-size:14px;font-weight:600}
.bars{margin:0;padding:0;list-style:none}
.bars li{margin:0 0 14px}
.bars svg{display:block;margin-top:4px;border-radius:4px;background:#f3f4f6}
.bars .sure{fill:${brand.greenDeep}}
.hatch{stroke:${brand.greenDeep};stroke-width:3}
.hatch-back{fill:#fff}
.edge{fill:none;stroke:${brand.greenDeep};stroke-width:2}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wide-only{display:none}
.lines{width:100%;border-collapse:collapse;margin:0 0 16px}
.lines th,.lines td{padding:8px 8px 8px 0;border-top:1px solid #e5e7eb;text-align:left;vertical-align:top;font-weight:400}
.lines thead th{border-top:0;color:var(--soft);font-size:14px}
.lines .sum,.lines thead .sum{padding-right:0;text-align:right;white-space:nowrap}
.lines tfoot th,.lines tfoot td{font-weight:700}
.lines tfoot tr:last-child>*{font-size:20px}
.digest{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:16px}
.actions .button{flex:1 1 200px;width:auto}
@media(min-width:1000px){
main:has(.compare),body:has(.compare) .brand{max-width:1240px}
main:has(.compare) p,.bars{max-width:none}
.compare .other{text-align:left}
.compare .other a{padding-left:0}
main:has(.compare)>.card>.button{max-width:360px}
.compare-table .price{white-space:nowrap}
.compare-table:has(thead th:nth-child(5)) .price{font-size:21px}
.narrow-only{display:none}
.wide-only{display:block;overflow-x:auto}
.compare-table{width:100%;border-collapse:collapse;table-layout:fixed}
.compare-table th,.compare-table td{padding:10px 14px;border-top:1px solid #e5e7eb;text-align:left;vertical-align:top}
.compare-table thead th,.compare-table thead td{border-top:0}
.compare-table th[scope=row]{width:190px;padding-left:0;color:var(--soft);font-size:15px;font-weight:600}
.compare-table td:not(:first-child),.compare-table th[scope=col]{border-left:1px solid #e5e7eb}
.compare-table .button{min-height:44px;padding:9px 12px;font-size:16px}
.compare-table .button+.button{margin-top:8px}
.compare-table h3{min-height:2.6em;margin:0 0 8px;line-height:1.3}
.compare-table thead .soft{font-weight:400}
.bars li{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 24px;align-items:center}
.bars svg{margin-top:0}
}
@media(max-width:560px){
.lines .on-wide{display:none}
}
`
