/** An invented newsletter with the structure of real ones: nested tables, comments for Outlook, dark mode. */
export const newsletter = `<!doctype html>
<html lang="en" xmlns:v="urn:schemas-microsoft-com:vml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The garden in May</title>
<!--[if mso]><style>* {font-family: sans-serif !important}</style><![endif]-->
<!--[if !mso]><!--><link href="https://fonts.example/css?family=Lato" rel="stylesheet"><!--<![endif]-->
<style>
@import url('https://fonts.example/more.css');
body {margin: 0; background: #eef1ee url(https://images.example/leaf.png)}
.card {background: #fff; color: #222}
.button {background: #2f6b3c; color: #fff; padding: 12px 20px; text-decoration: none}
@media (max-width: 480px) {.column {display: block !important; width: 100% !important}}
@media (prefers-color-scheme: dark) {body {background: #101410} .card {background: #1c231d !important; color: #e8efe8 !important}}
</style>
</head>
<body>
<div style="display:none;max-height:0">What to sow and what to cut back&nbsp;&zwnj;&nbsp;&zwnj;</div>
<center>
<!--[if mso]><table width="600"><tr><td><![endif]-->
<table role="presentation" width="100%" style="max-width: 600px" cellpadding="0" cellspacing="0">
<tr><td background="https://images.example/bed.png">
<!--[if gte mso 9]><v:rect fill="true" style="width:600px"><v:fill type="tile" src="https://images.example/bed.png"/><v:textbox><![endif]-->
<img src="https://images.example/garden.jpg" width="600" height="220" alt="A garden bed in May, tulips and chard" style="width: 100%; height: auto" srcset="https://images.example/garden@2x.jpg 2x">
<!--[if gte mso 9]></v:textbox></v:rect><![endif]-->
<tr><td class="card" style="padding: 24px">
<h1>Hello ((first_name)),</h1>
<p>the soil is warm enough now for beans, courgettes and sunflowers. Cut back the <a href="https://garden.example/spring">spring bulbs</a> only when their leaves are yellow.
<ul><li>Beans: two centimetres deep<li>Courgettes: a metre apart</ul>
<table role="presentation" width="100%"><tr>
<td class="column" width="50%"><img src="https://images.example/bean.jpg" width="250" alt="Beans"><p>Beans in ((city))
<td class="column" width="50%"><img src="https://images.example/sun.jpg" width="250" alt="Sunflowers"><p>Sunflowers
</tr></table>
<p><a class="button" href="https://garden.example/shop">To the shop</a></p>
</td></tr>
<tr><td style="padding: 16px; font-size: 12px">((sender_name)), ((sender_address))<br><a href="((unsubscribe_preferences))">Unsubscribe</a></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</center>
<img src="https://images.example/open.gif" width="1" height="1" alt="">
</body>
</html>
`;
