/** First in root, because they begin with the order of layers. */
import '../tailwind.css'
import '~/ui/button.css'
import '~/ui/layout.css'
import '~/ui/surfaces.css'
import '~/ui/text.css'
