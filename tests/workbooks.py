"""Workbooks as spreadsheet programs write them, made by hand: a zip file of XML parts that openpyxl has not touched."""

from __future__ import annotations

import base64
import io
import struct
import zipfile
import zlib

NS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
PLAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


def packed(parts: dict[str, str | bytes]) -> bytes:
    """A zip file of parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (2014, 2, 8, 12, 30, 0))
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return stream.getvalue()


def parts_of(content: bytes) -> dict[str, bytes]:
    """The parts of a zip file, in their order."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def picture(size: int = 24) -> bytes:
    """A small orange picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\xff\x99\x00" * size) * size
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def relations(*text: tuple[str, str]) -> str:
    """The relations of a part, (kind, target) in the order of their numbers."""
    rows = []
    for n, (kind, target) in enumerate(text, 1):
        kind = kind if "://" in kind else f"{OFFICE}/relationships/{kind}"
        rows.append(f'<Relationship Id="rId{n}" Type="{kind}" Target="{target}"/>')
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{"".join(rows)}</Relationships>'


def bomber(*, macros: bool = True) -> dict[str, str | bytes]:
    """The author's Bomber sheet: clues, the letter, and next to it two buttons with their macros, a check box of the other
    kind, a text box, a picture and a chart; rules of format and extensions that no library knows.
    """
    clues = ["2--1", "--4-", "12--", "--1-"]
    style = {"thin": 1, "letter": 2}
    rows = []
    for r, line in enumerate(clues, 1):
        cells = []
        for c, clue in enumerate(line):
            name = f"{'ABCD'[c]}{r}"
            # some empty cells are there with their borders, others are not
            if clue != "-":
                cells.append(f'<c r="{name}" s="{style["thin"]}"><v>{clue}</v></c>')
            elif (r + c) % 2:
                cells.append(f'<c r="{name}" s="{style["thin"]}"/>')
        extra = '<c r="H1" s="3" t="s"><v>0</v></c>' if r == 1 else ""
        extra = '<c r="H2"><f>SUM(A1:D4)</f><v>11</v></c>' if r == 2 else extra
        rows.append(
            f'<row r="{r}" spans="1:8" ht="22.5" customHeight="1" x14ac:dyDescent="0.25">{"".join(cells)}{extra}</row>'
        )
    rows.append(f'<row r="5" spans="1:8"><c r="E5" s="{style["letter"]}" t="inlineStr"><is><t>E</t></is></c></row>')
    rows.append('<row r="7" spans="1:8"><c r="A7" t="s"><v>1</v></c></row>')
    sheet = f"""{HEAD}<worksheet xmlns="{NS}" xmlns:r="{OFFICE}/relationships" \
xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" \
xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" \
xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{{00000000-0001-0000-0000-000000000000}}">\
<sheetPr codeName="Sheet1"/><dimension ref="A1:H7"/><sheetViews><sheetView tabSelected="1" workbookViewId="0">\
<selection activeCell="C3" sqref="C3"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>\
<cols><col min="1" max="4" width="4.5" style="1" customWidth="1"/></cols><sheetData>{"".join(rows)}</sheetData>\
<conditionalFormatting sqref="A1:D4"><cfRule type="cellIs" dxfId="0" priority="1" operator="equal"><formula>"●"</formula>\
</cfRule></conditionalFormatting><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>\
<pageSetup paperSize="9" orientation="portrait" r:id="rId4"/><drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>\
<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x14">\
<controls><mc:AlternateContent><mc:Choice Requires="x14"><control shapeId="1025" r:id="rId3" name="Button 1">\
<controlPr defaultSize="0" print="0" autoFill="0" autoPict="0" macro="[0]!Button1_Click"><anchor moveWithCells="1" \
sizeWithCells="1"><from><xdr:col xmlns:xdr="{DRAWING}/spreadsheetDrawing">5</xdr:col><xdr:colOff \
xmlns:xdr="{DRAWING}/spreadsheetDrawing">0</xdr:colOff><xdr:row xmlns:xdr="{DRAWING}/spreadsheetDrawing">0</xdr:row>\
<xdr:rowOff xmlns:xdr="{DRAWING}/spreadsheetDrawing">0</xdr:rowOff></from><to><xdr:col \
xmlns:xdr="{DRAWING}/spreadsheetDrawing">7</xdr:col><xdr:colOff xmlns:xdr="{DRAWING}/spreadsheetDrawing">0</xdr:colOff>\
<xdr:row xmlns:xdr="{DRAWING}/spreadsheetDrawing">1</xdr:row><xdr:rowOff xmlns:xdr="{DRAWING}/spreadsheetDrawing">0\
</xdr:rowOff></to></anchor></controlPr></control></mc:Choice></mc:AlternateContent></controls></mc:Choice>\
</mc:AlternateContent><extLst><ext uri="{{78C0D931-6437-407d-A8EE-F0AAD7539E65}}" \
xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:conditionalFormattings>\
<x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:cfRule type="dataBar" \
id="{{11111111-2222-3333-4444-555555555555}}"><x14:dataBar minLength="0" maxLength="100"><x14:cfvo type="autoMin"/>\
<x14:cfvo type="autoMax"/><x14:negativeFillColor rgb="FFFF0000"/><x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule>\
<xm:sqref>A1:D4</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst></worksheet>"""
    styles = f"""{HEAD}<styleSheet xmlns="{NS}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" \
mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac">\
<numFmts count="1"><numFmt numFmtId="176" formatCode="0_ "/></numFmts><fonts count="2" x14ac:knownFonts="1">\
<font><sz val="11"/><color theme="1"/><name val="ＭＳ Ｐゴシック"/><family val="3"/><charset val="128"/></font>\
<font><b/><sz val="14"/><color rgb="FF0000FF"/><name val="Courier New"/><family val="3"/></font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFFFFFCC"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left style="thin"><color indexed="64"/>\
</left><right style="thin"><color indexed="64"/></right><top style="thin"><color indexed="64"/></top><bottom style="thin">\
<color indexed="64"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" \
borderId="0"><alignment vertical="center"/></xf></cellStyleXfs><cellXfs count="4">\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"><alignment vertical="center"/></xf>\
<xf numFmtId="176" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" \
applyProtection="1"><alignment vertical="center"/><protection locked="0"/></xf>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="0" fontId="0" fillId="2" borderId="0" xfId="0" applyFill="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="標準" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font>\
<color rgb="FF006100"/></font></dxf></dxfs><tableStyles count="0" defaultTableStyle="TableStyleMedium2"/>\
<extLst><ext uri="{{EB79DEF2-80B8-43e5-95BD-54CBDDF9020C}}" \
xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:slicerStyles \
defaultSlicerStyle="SlicerStyleLight1"/></ext></extLst></styleSheet>"""
    anchor = (
        "<xdr:from><xdr:col>{}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
        "<xdr:to><xdr:col>{}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>"
    )
    box = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
    drawing = f"""{HEAD}<xdr:wsDr xmlns:xdr="{DRAWING}/spreadsheetDrawing" xmlns:a="{DRAWING}/main">\
<xdr:twoCellAnchor>{anchor.format(9, 0, 11, 3)}<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="TextBox 1"/>\
<xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr>{box}<a:solidFill><a:srgbClr val="CCFFCC"/></a:solidFill></xdr:spPr>\
<xdr:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="ja-JP"/><a:t>爆弾の数</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/>\
</xdr:twoCellAnchor><xdr:twoCellAnchor>{anchor.format(9, 4, 10, 6)}<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Picture 2"/>\
<xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="{OFFICE}/relationships" r:embed="rId1"/><a:stretch><a:fillRect/>\
</a:stretch></xdr:blipFill><xdr:spPr>{box}</xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>\
<xdr:twoCellAnchor>{anchor.format(5, 7, 12, 18)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>\
<xdr:cNvPr id="4" name="Chart 3"/>\
<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>\
<a:graphicData uri="{DRAWING}/chart"><c:chart xmlns:c="{DRAWING}/chart" xmlns:r="{OFFICE}/relationships" r:id="rId2"/>\
</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>"""
    chart = f"""{HEAD}<c:chartSpace xmlns:c="{DRAWING}/chart" xmlns:a="{DRAWING}/main"><c:chart><c:plotArea><c:layout/>\
<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef>\
<c:f>Sheet1!$A$1:$D$1</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx>\
<c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>\
<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="l"/><c:crossAx val="1"/></c:valAx>\
</c:plotArea></c:chart></c:chartSpace>"""
    # written as Excel writes it: no XML, as an attribute stands without quotes and <br> has no end
    vml = """<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
xmlns:x="urn:schemas-microsoft-com:office:excel">\r\n <v:shapetype id="_x0000_t201" coordsize="21600,21600" o:spt="201" \
path="m,l,21600r21600,l21600,xe"/>\r\n <v:shape id="Button_x0020_1" o:spid="_x0000_s1025" type="#_x0000_t201" \
style='position:absolute;margin-left:240pt;margin-top:2pt;width:96pt;height:20pt;z-index:1' o:button="t" fillcolor="buttonFace \
[67]"><v:textbox style='mso-direction-alt:auto' o:singleclick="f"><div style='text-align:center'><font face="MS P Gothic" \
size="220" color=auto>lp-File output</font><br></div></v:textbox><x:ClientData ObjectType="Button"><x:Anchor>5, 0, 0, 0, 7, 0, \
1, 0</x:Anchor><x:FmlaMacro>[0]!Button1_Click</x:FmlaMacro></x:ClientData></v:shape></xml>"""
    strings = f"""{HEAD}<sst xmlns="{NS}" count="2" uniqueCount="2"><si><t>lp-File output</t><phoneticPr fontId="1"/></si>\
<si><r><t xml:space="preserve">E is </t></r><r><rPr><b/><sz val="11"/></rPr><t>the end</t></r></si></sst>"""
    book = f"""{HEAD}<workbook xmlns="{NS}" xmlns:r="{OFFICE}/relationships"><fileVersion appName="xl"/>\
<workbookPr codeName="ThisWorkbook"/><bookViews><workbookView activeTab="1"/></bookViews><sheets>\
<sheet name="メモ &amp; 例" sheetId="4" r:id="rId2"/><sheet name="Sheet1" sheetId="2" r:id="rId1"/></sheets>\
<definedNames><definedName name="board" comment="x">Sheet1!$A$1:$D$4</definedName></definedNames>\
<calcPr calcId="162913"/></workbook>"""
    types = {
        "xl/workbook.xml": MACROS if macros else PLAIN,
        "xl/worksheets/sheet1.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
        "xl/worksheets/sheet2.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
        "xl/styles.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml",
        "xl/sharedStrings.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml",
        "xl/calcChain.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml",
        "xl/drawings/drawing1.xml": "application/vnd.openxmlformats-officedocument.drawing+xml",
        "xl/charts/chart1.xml": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
        "xl/ctrlProps/ctrlProp1.xml": "application/vnd.ms-excel.controlproperties+xml",
        **({"xl/vbaProjectSignature.bin": "application/vnd.ms-office.vbaProjectSignature"} if macros else {}),
    }
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in types.items())
    defaults = {
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
        "vml": "application/vnd.openxmlformats-officedocument.vmlDrawing",
        "png": "image/png",
        "bin": "application/vnd.ms-office.vbaProject",
    }
    kinds = "".join(f'<Default Extension="{ending}" ContentType="{kind}"/>' for ending, kind in defaults.items())
    vba = [("http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin")] if macros else []
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{PACKAGE}/content-types">{kinds}{overrides}</Types>',
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": relations(
            ("worksheet", "worksheets/sheet1.xml"),
            ("worksheet", "/xl/worksheets/sheet2.xml"),
            ("styles", "styles.xml"),
            ("sharedStrings", "sharedStrings.xml"),
            ("calcChain", "calcChain.xml"),
            *vba,
        ),
        "xl/worksheets/sheet1.xml": sheet,
        "xl/worksheets/_rels/sheet1.xml.rels": relations(
            ("drawing", "../drawings/drawing1.xml"),
            ("vmlDrawing", "../drawings/vmlDrawing1.vml"),
            ("ctrlProp", "../ctrlProps/ctrlProp1.xml"),
            ("printerSettings", "../printerSettings/printerSettings1.bin"),
        ),
        "xl/worksheets/sheet2.xml": f'{HEAD}<worksheet xmlns="{NS}"><sheetData><row r="1"><c r="A1"><v>7</v></c></row>'
        "</sheetData></worksheet>",
        "xl/styles.xml": styles,
        "xl/sharedStrings.xml": strings,
        "xl/calcChain.xml": f'{HEAD}<calcChain xmlns="{NS}"><c r="H2" i="2" l="1"/></calcChain>',
        "xl/drawings/drawing1.xml": drawing,
        "xl/drawings/_rels/drawing1.xml.rels": relations(
            ("image", "../media/image1.png"), ("chart", "../charts/chart1.xml")
        ),
        "xl/drawings/vmlDrawing1.vml": vml,
        "xl/charts/chart1.xml": chart,
        "xl/media/image1.png": picture(),
        "xl/ctrlProps/ctrlProp1.xml": f"{HEAD}<formControlPr "
        'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
        'objectType="Button" lockText="1"/>',
        "xl/printerSettings/printerSettings1.bin": bytes(range(256)),
        "customXml/item1.xml": "<seen by='nobody'/>",
        "docProps/custom.xml": f'{HEAD}<Properties xmlns="{OFFICE}/custom-properties"/>',
    }
    if macros:
        parts["xl/vbaProject.bin"] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"Private Sub Button1_Click()" * 40
        signature = "http://schemas.microsoft.com/office/2006/relationships/vbaProjectSignature"
        parts["xl/_rels/vbaProject.bin.rels"] = relations((signature, "vbaProjectSignature.bin"))
        parts["xl/vbaProjectSignature.bin"] = b"signed"
    return parts


def plain(
    sheet: str, *, styles: str | None = None, strings: str | None = None, attributes: str = f'xmlns="{NS}"'
) -> bytes:
    """A workbook of one sheet, whose XML begins with what stands in ``<sheetData>`` or before it."""
    root = sheet if sheet.startswith("<?") else f"<worksheet {attributes}>{sheet}</worksheet>"
    return packed(one_sheet(root, styles=styles, strings=strings))


def one_sheet(sheet: str | bytes, *, styles: str | None = None, strings: str | None = None) -> dict[str, str | bytes]:
    """The parts of a workbook of one sheet."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    text = [("worksheet", "worksheets/sheet1.xml")]
    parts: dict[str, str | bytes] = {
        "xl/worksheets/sheet1.xml": sheet,
        "xl/workbook.xml": f'<workbook xmlns="{NS}" xmlns:r="{OFFICE}/relationships"><sheets>'
        '<sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    }
    types = f'<Override PartName="/xl/workbook.xml" ContentType="{PLAIN}"/>'
    types += f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}worksheet+xml"/>'
    for name, part in (("styles", styles), ("sharedStrings", strings)):
        if part is not None:
            parts[f"xl/{name}.xml"] = part
            text.append((name, f"{name}.xml"))
            types += f'<Override PartName="/xl/{name}.xml" ContentType="{kind}{name}+xml"/>'
    defaults = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    return {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{defaults}{types}</Types>',
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relations(*text),
        **parts,
    }


OLD = zlib.decompress(
    base64.b85decode(
        "c-rk)U2IfE6h3qJ?)G*m-"
        "EE<Oh1L}<6uL!l6RlBfX+a^;Kooysn#fXjX<_L$r6!<JFJfN^Bq~X96B0whgNgAkCi<XB+czH8;0q5LO$v#L1|L?VF(kIv@0>fgy==BgcR>@S(|$9v="
        "bkfjX3m*&?%Z!K)lHrMwDAfRm4_%mGfp*yd^81wy&q8`L(^s)$MML{V);*%Y2C67P1r98u+6Ig3#iuiU838?^8YGNQWk$B6r&w9h<2EcQ8{G=JjOrXL"
        "S$wZ$hXk4IDh5ybNuEw9suS${~YuA{MP_Wfm$HqrU0q~>Vajza-czcf@meM3b+Gk1XcrUfF__BxD$v0cL8gGyMcRv7GNE)9%$9NZqzNK9sNzfy_&WK?"
        "R|@}sp3*?!HS_EeYrHxCKuaZfk%8|PKsY#1$t?SeWNFt>5KharCW4JD%N2FPP$c@@KuA(0k!n8(7%#;tN0&E7sWcnpA|i4bcyz-rCuv_Eowzyh|G6F*"
        "#b}eUi|zmIR=WVR1YO7Lj$xQk#GPUjdYPu*z3Z<=R<9iC(LzoPu;o0?%d?feOS+&q-"
        "L{*F7P>gEH#)KPG+X$d|jYFoS5${PsEtcLkRu%h0%>N>2%xCFJSLV?Q@&UUnr(;n1>#phrV$hdUZ*9(9@@Nj~k|o_3YB@=2+wgdMqeWocYff5VXnRHf"
        "jf?t+PYY*4w7E%j_y?m)k+-9i06RFTc=)bli%whr>V6v6-YR+m@QRGd@0!#-"
        "?1(p<E&j);#6GpT?iVjA{JNJ0j=kG2QWOJ)G@M2p*QpL*8+6l*4Z)2U(2k<a3lrJCw-hK?gS@2c$84I!9w;V+00D<UmN^AIJ$nOF$NceG(5wk=K3<${"
        "D4n`ctWqQ6#&Z1Vobtv%>?Yh{KPfNo4^<drvF6hNFr!Sa@DGDO3=5vD{Q@(A@P%`T7Z3Qs8hk4n~WPE2LLzLcw}g7d8JHbrY<GL~9{|T7M$P{)Lnp&<"
        "PqN9EBE_TF}|yAa+>vVbIOXeO3c7=dTUAH8^>@K|XpzkgtJGFG7C~iglu26vMUmthsje{>IK1gl^N^h%M|s6j#UbWYXLy5^YkyA-rDlKOwX?rCv8H|5"
        "N9BU%z#>U+CQ6>z_xcu7*}5du?F0xLQ>cIx)F#s?%!~J&h+8y(-"
        "Hlb<&FHmDbL_(73f_M0G!|i4l6ua4)bCc}e+&_V5lAcDk!CSf0Ge9D%}S;WP`aLa#1FOT0`O6c#y_VGnx5sHe|$J|cQpR>QA75wYN`f<y;k;scg{Amz"
        "Ql-EKBB$y=dkvyjhbOj9Lj26ogeq6J_BKi{<eVBsDIWrRe}72s)-"
        "!_IqI<whPURn)Bb{WQdaO3bgcATMtv1XrOA3SIdG4Qf&>!%9VDBSVP40pWCurDJqhrZA`*#_>B~%<q6!1rBKW958hA4!E$Q@a7!|yLXVNWw^P<ee@{5"
        "^FJ}rH=I3^O^?KO9PLYGVh=vhzBjo)mC2;U-rWP~bjQuyeUuwpD=sq*iQASKm!?MF`|bMf{^$p9ThzAxvv1iN@9Mje()-J<yHnqjdiBor>-"
        "*A(zBAeS-gHVQf}f||I}pochf;$>$Bt%5-"
        ";4P9W|~XrRH}c{eC6QFKPZ3yR<B<Y*yXP;pWC!Ldgd(FAHV+5c0Mviv|fGB^AcUux5meH+9G||<L4dvd6zFS@?LEl8hR!*d}JUyc;g=N{w6kUp~dpgl"
        "w0}zN9<n|14_xTPfXOf{bw=zFdf3H6zg%QZ2jxuEr#|Jr;P6^jbZPc_h8<`xZ&=G4hJimKj8ZYvk;jLz^>Uivm3X;RK@n=j8pFSpEmuiM!)aUOIZJ5+"
        "&J0xyWj<Bu?bT~a1+gfGJk2+^9Re=|2S}QcK+>{p-*&3i3gUaPe%po=lJ^m;`cu(e*@_?V_*"
    )
)
"""A workbook of Excel 97 to 2003, written by LibreOffice: two rooms by a thick border, and an answer in A1, B1 and A2."""
