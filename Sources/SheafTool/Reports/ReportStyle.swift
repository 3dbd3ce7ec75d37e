/// The style of a report: light and dark, from the width of a phone to paper.
enum ReportStyle {
  static let text = """
    :root{color-scheme:light dark;--ink:#1e293b;--faint:#5b6878;--line:#d5dce5;--paper:#fff;--soft:#f4f6f9;--link:#1d4ed8;\
    --good:#15803d;--bad:#b91c1c;--warn:#a16207;--s0:#2563eb;--s1:#d97706;--s2:#059669;--s3:#db2777;--s4:#7c3aed;--s5:#0e7490}
    @media (prefers-color-scheme:dark){:root{--ink:#e2e8f0;--faint:#9aa8ba;--line:#334155;--paper:#0f172a;--soft:#1a2436;--link:#93c5fd;\
    --good:#4ade80;--bad:#f87171;--warn:#facc15;--s0:#60a5fa;--s1:#fbbf24;--s2:#34d399;--s3:#f472b6;--s4:#a78bfa;--s5:#22d3ee}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
    header,main,footer{max-width:62rem;margin:0 auto;padding:0 1.25rem}
    h1{font-size:1.6rem;line-height:1.25;margin:2rem 0 .25rem;overflow-wrap:anywhere}
    h2{font-size:1.2rem;margin:2.5rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
    section>h2+.outcomes{margin-top:-.75rem}
    h3{font-size:1rem;margin:1.5rem 0 .4rem}
    p{margin:.4rem 0}
    a{color:var(--link)}
    code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
    code{overflow-wrap:anywhere}
    pre{background:var(--soft);border-radius:.4rem;padding:.75rem 1rem;overflow-x:auto;white-space:pre-wrap}
    .faint{color:var(--faint)}
    .good{color:var(--good)}
    .bad{color:var(--bad)}
    .warn{color:var(--warn)}
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:.75rem 0 0;padding:0}
    .scroll{overflow-x:auto;margin:.5rem 0;max-width:100%}
    .scroll:focus-visible{outline:2px solid var(--link)}
    table{border-collapse:collapse;font-size:.925rem;min-width:50%}
    caption{text-align:left;color:var(--faint);padding:0 0 .35rem}
    th,td{border-bottom:1px solid var(--line);padding:.3rem .75rem .3rem 0;text-align:left;vertical-align:top;white-space:pre-line}
    thead th,thead td{color:var(--faint);font-weight:600;border-bottom-color:var(--faint)}
    tbody th{font-weight:600}
    .course td{border-bottom:0;padding-bottom:0;font-weight:400;line-height:1}
    .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    tr.now{background:var(--soft)}
    .grid tbody th,.grid thead th{color:var(--faint);font-weight:400}
    .values{margin:-.75rem 0 0;padding:0;list-style:none}
    .values>li{border-bottom:1px solid var(--line)}
    .values details{margin:0}
    .values summary{display:flex;gap:.25rem 1rem;align-items:baseline;padding:.4rem 0;list-style:none;color:inherit}
    .values summary::-webkit-details-marker{display:none}
    .values summary::before{content:"+";color:var(--faint);width:.75rem;flex:none}
    .values details[open]>summary::before{content:"−"}
    .values .name{font-weight:600;overflow-wrap:anywhere}
    .values .what{color:var(--faint);flex:1 1 6rem;font-size:.875rem}
    .values .result{font-variant-numeric:tabular-nums;text-align:right;max-width:60%;overflow-wrap:anywhere}
    .why{margin:0 0 .75rem 1.75rem;padding-left:.75rem;border-left:2px solid var(--line);font-size:.925rem}
    .why ul{margin:.3rem 0;padding-left:1.1rem}
    summary{cursor:pointer;color:var(--link)}
    details{margin:.4rem 0}
    .outcomes{list-style:none;margin:0;padding:0}
    .outcomes li{padding:.25rem 0;border-bottom:1px solid var(--line)}
    .mark{display:inline-block;min-width:4.5rem;font-size:.875rem}
    figure{margin:1rem 0 1.5rem}
    figcaption{font-weight:600;margin-bottom:.35rem}
    .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:.25rem 0;padding:0;font-size:.875rem}
    .legend span{display:inline-block;width:.85rem;height:.85rem;border-radius:.2rem;margin-right:.4rem;vertical-align:-.08rem;background:currentColor}
    .chart{display:block;width:100%;max-width:48rem;min-width:30rem;height:auto;font-size:11px}
    .chart text{fill:var(--faint)}
    .chart .side{text-anchor:end}
    .chart .foot{text-anchor:middle}
    .chart .tilted{text-anchor:end}
    .chart .grid{stroke:var(--line);stroke-width:.75}
    .chart .axis{stroke:var(--faint)}
    .chart .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
    .chart .fill{fill:currentColor;opacity:.18}
    .chart .bar,.chart circle{fill:currentColor}
    .s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}.s4{color:var(--s4)}.s5{color:var(--s5)}
    .chart .s1 .line{stroke-dasharray:7 3}.chart .s2 .line{stroke-dasharray:2 3}.chart .s3 .line{stroke-dasharray:9 3 2 3}
    .diagram{display:block}
    footer{color:var(--faint);font-size:.875rem;margin-top:3rem;padding-bottom:2rem}
    @media (max-width:36rem){header,main,footer{padding:0 .9rem}h1{font-size:1.35rem;margin-top:1.25rem}table{min-width:100%}\
    .values summary{flex-wrap:wrap}.values .what{flex-basis:100%;order:3;padding-left:1.75rem}.values .result{margin-left:auto}}
    @media print{:root{color-scheme:light;--ink:#000;--faint:#444;--line:#bbb;--paper:#fff;--soft:#f4f4f4;--link:#000}nav{display:none}body{font-size:10.5pt}\
    header,main,footer{max-width:none;padding:0}.scroll{overflow:visible}.chart{min-width:0}.diagram{max-width:100%;height:auto}figure,tr,.values>li{break-inside:avoid}\
    h2,h3{break-after:avoid}.values summary::before{content:""}}

    """
}
